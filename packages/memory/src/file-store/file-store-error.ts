import { getSystemErrorMap } from "node:util";
import { FileError } from "@lembas/files";

/** What this package says by `FileError`'s codes, and where the operating system's words do not say what is in the way. */
const reasons: Readonly<Record<string, string>> = {
  busy: "others are writing it and do not come to an end",
  "not-a-file": "there is something else in the place of its file",
  "not-utf-8": "its file is not UTF-8 text",
  owner: "its file belongs to another user, who could not read it afterwards",
  EEXIST: "there is something else in the place of its folder, or of one above it",
};

interface CodedError extends Error {
  readonly code: string;
  readonly errno?: unknown;
}

const isCoded = (error: unknown): error is CodedError =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/** Why it could not be done, in words without a path. */
const reasonOf = (error: CodedError): string => {
  if (error instanceof FileError && error.code === "blocked") {
    return `${error.inTheWay} is in the way, and is not a lock`;
  }
  const [, words] = (typeof error.errno === "number" && getSystemErrorMap().get(error.errno)) || [];
  const reason = reasons[error.code] ?? words;
  if (reason === undefined) return error.code;
  return words === undefined ? reason : `${reason} (${error.code})`;
};

const messageOf = (what: string, done: string, error: CodedError): string =>
  isUnflushed(error)
    ? `${what} was ${done}, but a power cut may undo it: ${isCoded(error.cause) ? reasonOf(error.cause) : error.code}`
    : `${what} cannot be ${done}: ${reasonOf(error)}`;

/** Whether an error says that something was written all the same. */
export const isUnflushed = (error: unknown): boolean =>
  (error instanceof FileError || error instanceof FileStoreError) && error.code === "unflushed";

/**
 * A memory target, or the history, whose file cannot be read or written. Nothing was changed, unless `code` is
 * `unflushed`: then it was written, and a power cut may undo it. The message names the target and never a path, since a
 * model may come to read it.
 *
 * @example
 * // FileStoreError: memory target "user" cannot be written: no space left on device (ENOSPC)
 */
export class FileStoreError extends Error {
  override readonly name = "FileStoreError";
  /** The operating system's code, such as `ENOSPC`, or one of `FileError` of @lembas/files, such as `busy`. */
  readonly code: string;

  /** @internal */
  constructor(what: string, done: string, cause: CodedError) {
    super(messageOf(what, done, cause));
    this.code = cause.code;
  }
}

/**
 * Runs an action on a file; an error that the file system gave comes out as a {@link FileStoreError}.
 *
 * @param what what the file holds, such as `memory target "user"`
 * @param done what the action does to it: `read`, `written` or `deleted`
 */
export const withoutPaths = async <Value>(
  what: string,
  done: string,
  action: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await action();
  } catch (error) {
    throw isCoded(error) && !(error instanceof FileStoreError)
      ? new FileStoreError(what, done, error)
      : error;
  }
};

/**
 * Writes beside a target's own file: a line that is there, though perhaps not for good, is no reason not to make the
 * change that it belongs to.
 */
export const unlessUnflushed = async (action: () => Promise<void>): Promise<void> => {
  try {
    await action();
  } catch (error) {
    if (!isUnflushed(error)) throw error;
  }
};
