import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { unless } from "../error-code.js";
import { FileError } from "../file-error.js";

/** As many links in a row as Linux follows. */
const MOST_LINKS = 40;

/**
 * Where a file is, or will be: its absolute path with every symbolic link followed, one that leads to a missing file
 * too. So a link stays a link when its file is replaced, and all names of a file share one lock.
 *
 * @throws the operating system's error where the folder is missing (`ENOENT`) or links lead in a circle (`ELOOP`)
 * @example realPath("notes.md") // "/home/me/sync/notes.md", if notes.md is a link to there
 */
export const realPath = (path: string): string => {
  let current = resolve(path);
  for (let links = 0; links <= MOST_LINKS; links++) {
    const found = unless(["ENOENT"], () => realpathSync.native(current));
    if (found !== undefined) return found;
    const folder = realpathSync.native(dirname(current));
    const here = join(folder, basename(current));
    const target = unless(["ENOENT", "EINVAL", "UNKNOWN"], () => readlinkSync(here));
    if (target === undefined) return here;
    current = resolve(folder, target);
  }
  throw new FileError("not-a-file", `${path} leads through more than ${MOST_LINKS} links`);
};
