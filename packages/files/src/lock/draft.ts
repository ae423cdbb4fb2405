import { constants, fchmodSync, fchownSync, type Stats } from "node:fs";
import { errorCode } from "../error-code.js";
import { FileError } from "../file-error.js";
import { OpenFile } from "../open-file.js";

/**
 * Writes what is about to take a file's place, flushed, and with the owner and mode of the file that was there.
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
    if (like !== undefined) makeAlike(file, path, like);
    await file.write(bytes);
    const { size } = file.stat();
    if (size !== bytes.length) throw new Error(`${bytes.length} bytes were written, ${size} are there`);
  });
};

/** Gives the new file the old one's owner and mode; in this order, because a change of owner resets some modes. */
const makeAlike = (file: OpenFile, path: string, { uid, gid, mode }: Stats): void => {
  const own = file.stat();
  if (own.uid !== uid || own.gid !== gid) {
    try {
      fchownSync(file.descriptor, uid, gid);
    } catch (error) {
      const whose = `user ${uid} and group ${gid}`;
      throw new FileError("owner", `${path} cannot stay with ${whose} (${errorCode(error)})`);
    }
  }
  if (own.mode !== mode) fchmodSync(file.descriptor, mode & 0o7777);
};
