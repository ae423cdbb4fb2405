import { readFileSync, statSync } from "node:fs";
import { FixtureError } from "./fixture-error.js";

/**
 * The bytes of a plain file, symbolic links followed: reading a pipe might never end.
 *
 * @param name how the message names the file
 * @throws {FixtureError} it is a pipe, a folder, a socket or a device
 * @throws {Error} it cannot be read
 */
export const readPlainFile = (path: string, name = path): Buffer => {
  if (!statSync(path).isFile())
    throw new FixtureError(`${name}: not a file that can be read: a pipe, a folder or a device`);
  return readFileSync(path);
};
