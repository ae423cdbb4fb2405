import { closeSync, fsync, openSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { checkPath } from "./checks.js";

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

/**
 * Makes a folder, and the ones above it that are missing, for its owner alone (mode 0700), and flushes whatever got a
 * new name. A folder that is there stays as it is.
 *
 * @throws {TypeError} `path` is not a string, is empty, or has a null character
 * @throws the operating system's error, such as `EEXIST` or `ENOTDIR` where a file is in the way
 * @example await makeFolder("/home/me/.agent/memory")
 */
export const makeFolder = async (path: string): Promise<void> => {
  checkPath(path);
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  let folder = resolve(path);
  do {
    folder = dirname(folder);
    await flushFolder(folder);
  } while (folder !== top && folder !== dirname(folder));
};
