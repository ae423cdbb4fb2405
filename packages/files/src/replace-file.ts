import { checkReplacement, LOCK_OPTIONS } from "./checks.js";
import type { ReplaceOptions } from "./lock/locked-file.js";
import { type LockOptions, withLock } from "./lock/with-lock.js";

/**
 * Puts a text in a file's place: whenever the process or the machine stops, the file is the old or the new one, whole.
 * The same as {@link withLock} around `LockedFile.replace`, whose errors it has.
 *
 * @param path the file; a symbolic link stays one, the file that it leads to is replaced
 * @example await replaceFile("notes.md", "Prefers tea.\n")
 */
export const replaceFile = async (
  path: string,
  text: string,
  options: ReplaceOptions & LockOptions = {},
): Promise<void> => {
  // Told before the lock is waited for.
  checkReplacement(text, options, LOCK_OPTIONS);
  const { wait, ...replacement } = options;
  await withLock(path, (file) => file.replace(text, replacement), { wait });
};
