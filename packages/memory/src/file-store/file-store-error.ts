import { getSystemErrorMap } from "node:util";

/** What this package says where the operating system has no words, by `FileError`'s codes. */
const reasons: Readonly<Record<string, string>> = {
  busy: "others are writing it and do not come to an end",
  "not-a-file": "there is something else in the place of its file",
  "not-utf-8": "its file is not UTF-8 text",
  owner: "its file belongs to another user, whose it could not stay",
};

/**
 * A memory target, or the history, whose file cannot be read or written. Nothing was changed. The message names the
 * target and never a path, since a model may come to read it.
 *
 * @example
 * // FileStoreError: memory target "user" cannot be written: no space left on device (ENOSPC)
 */
export class FileStoreError extends Error {
  override readonly name = "FileStoreError";
  /** The operating system's code, such as `ENOSPC`, or one of `FileError` of @lembas/files, such as `busy`. */
  readonly code: string;

  /** @internal */
  constructor(what: string, cause: { readonly code: string; readonly errno?: unknown }) {
    const [, words] = (typeof cause.errno === "number" && getSystemErrorMap().get(cause.errno)) || [];
    super(
      `${what}: ${words === undefined ? (reasons[cause.code] ?? cause.code) : `${words} (${cause.code})`}`,
    );
    this.code = cause.code;
  }
}

const hasCode = (error: unknown): error is Error & { readonly code: string; readonly errno?: unknown } =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/**
 * Runs an action on a file; an error that the file system gave comes out as a {@link FileStoreError}.
 *
 * @param what what could not be done, such as `memory target "user" cannot be read`
 */
export const withoutPaths = async <Value>(what: string, action: () => Promise<Value>): Promise<Value> => {
  try {
    return await action();
  } catch (error) {
    throw hasCode(error) && !(error instanceof FileStoreError) ? new FileStoreError(what, error) : error;
  }
};
