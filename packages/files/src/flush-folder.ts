import { closeSync, fsync, openSync } from "node:fs";
import { promisify } from "node:util";

const flush = promisify(fsync);

/** Writes a folder's list of names to the disk, without which a new or renamed file may be gone after a power cut. */
export const flushFolder = async (path: string): Promise<void> => {
  // Windows cannot open a folder this way, and keeps its names by itself.
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
