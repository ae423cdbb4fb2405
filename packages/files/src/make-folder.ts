import { closeSync, fsync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { checkPath } from "./checks.js";
import { errorCode } from "./error-code.js";
import { giveFolderToFolderOwner } from "./lock/owner.js";

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

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The folder and those above it that are missing, the top one first. */
const missing = (path: string): string[] => {
  const folders = [path];
  for (let folder = dirname(path); statSync(folder, { throwIfNoEntry: false }) === undefined; ) {
    folders.unshift(folder);
    folder = dirname(folder);
  }
  return folders;
};

/**
 * Makes a folder, and the ones above it that are missing, for its owner alone (mode 0700), and flushes whatever got a
 * new name. Where root makes it, it is given to the owner of the folder above. A folder that is there stays as it is.
 *
 * @throws {TypeError} `path` is not a string, is empty, or has a null character
 * @throws the operating system's error, such as `EEXIST` or `ENOTDIR` where a file is in the way
 * @example await makeFolder("/home/me/.agent/memory")
 */
export const makeFolder = async (path: string): Promise<void> => {
  checkPath(path);
  // Not by `recursive`: where a folder that is there takes no new ones (`/proc`), that never ends.
  for (const folder of missing(resolve(path))) {
    try {
      mkdirSync(folder, 0o700);
    } catch (error) {
      if (errorCode(error) === "EEXIST" && isFolder(folder)) continue;
      throw error;
    }
    giveFolderToFolderOwner(folder);
    await flushFolder(dirname(folder));
  }
};
