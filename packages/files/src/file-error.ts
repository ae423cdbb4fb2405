/**
 * What went wrong where the operating system has no word for it:
 * - `busy`: others held the lock for as long as the caller was ready to wait;
 * - `lost`: the lock was taken over, because its holder was silent for too long;
 * - `changed`: the file is no longer what the caller had read;
 * - `not-a-file`: a folder, a pipe, a socket or a device stands in the file's place;
 * - `not-utf-8`: the file's bytes are not UTF-8;
 * - `owner`: the file belongs to another user or group, and the new file could not be given to them.
 */
export type FileErrorCode = "busy" | "lost" | "changed" | "not-a-file" | "not-utf-8" | "owner";

/**
 * An error of this package, told apart by its `code`. Errors of the operating system (`ENOSPC`, `EACCES` …) come
 * through as they are.
 *
 * @example
 * if (error instanceof FileError && error.code === "busy") console.error("somebody else is writing");
 */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly code: FileErrorCode;

  /** @internal */
  constructor(code: FileErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
