import { constants, type Stats } from "node:fs";
import { OpenFile } from "../open-file.js";
import { giveToFolderOwner, makeAlike } from "./owner.js";

/**
 * Writes what is about to take a file's place, flushed, and with the owner and mode of the file that was there, as far
 * as they can be kept.
 *
 * @param draft where it is written
 * @param path the file whose place it is to take
 * @param like what was in that place
 * @throws {FileError} `owner`
 */
export const writeDraft = (
  draft: string,
  path: string,
  bytes: Uint8Array,
  like: Stats | undefined,
): Promise<void> => {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  return OpenFile.use(draft, O_WRONLY | O_CREAT | O_EXCL, async (file) => {
    if (like === undefined) giveToFolderOwner(path, file);
    else makeAlike(file, path, like);
    await file.write(bytes);
    const { size } = file.stat();
    if (size !== bytes.length) throw new Error(`${bytes.length} bytes were written, ${size} are there`);
  });
};
