import { type Stats, statSync } from "node:fs";
import { unless } from "./error-code.js";
import { FileError } from "./file-error.js";

/** @throws {FileError} `not-a-file`: `stats` are those of a folder, a pipe, a socket or a device */
export const checkPlain = (path: string, stats: Stats): void => {
  if (!stats.isFile()) throw new FileError("not-a-file", `${path} is no file`);
};

/**
 * What the system says of a plain file, symbolic links followed; undefined where there is none.
 *
 * @throws {FileError} `not-a-file`
 */
export const statFile = (path: string): Stats | undefined => {
  const stats = unless(["ENOENT"], () => statSync(path));
  if (stats !== undefined) checkPlain(path, stats);
  return stats;
};
