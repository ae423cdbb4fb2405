import { checkLines } from "./checks.js";
import { type LockOptions, withLock } from "./lock/with-lock.js";

/**
 * Adds whole lines at the end of a file, flushed; of several writers the lines of one call stay together. The same as
 * {@link withLock} around `LockedFile.append`, whose errors it has.
 *
 * @param lines without their newlines
 * @example await appendLines("log.jsonl", [JSON.stringify({ step: 1 })])
 */
export const appendLines = async (
  path: string,
  lines: readonly string[],
  options: LockOptions = {},
): Promise<void> => {
  // Told before the lock is waited for.
  checkLines(lines);
  await withLock(path, (file) => file.append(lines), options);
};
