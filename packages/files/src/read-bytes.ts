import { constants } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { checkPath } from "./checks.js";
import { errorCode } from "./error-code.js";
import { OpenFile } from "./open-file.js";

/**
 * A file's bytes. It needs no lock.
 *
 * @returns the bytes, or undefined where there is no such file
 * @throws {TypeError} `path` is not a string, is empty, or has a null character
 * @throws {FileError} `not-a-file` where a folder, a pipe, a socket or a device has the name
 * @throws the operating system's error where the file is there and cannot be read
 * @example await readBytes("missing.md") // undefined
 */
export const readBytes = async (path: string): Promise<Buffer | undefined> => {
  checkPath(path);
  // A small file is read without waiting: who reads in a loop would never let anything else of the process happen.
  await setImmediate();
  try {
    return await OpenFile.use(path, constants.O_RDONLY, (file) => file.read());
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
};
