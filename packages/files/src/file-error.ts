/**
 * What went wrong where the operating system has no word for it:
 * - `busy`: others held the lock for as long as the caller was ready to wait;
 * - `blocked`: something that is not a lock has the lock's name, which is in `inTheWay`;
 * - `lost`: the lock was taken over, because its holder was silent for too long;
 * - `changed`: the file is no longer what the caller had read;
 * - `unflushed`: the file was written, but its folder could not be flushed, so that after a power cut the old file may
 *   be back; `cause` is the operating system's error;
 * - `not-a-file`: a folder, a pipe, a socket or a device stands in the file's place;
 * - `not-utf-8`: the file's bytes are not UTF-8;
 * - `owner`: the file belongs to another user, who could not read the new file.
 */
export type FileErrorCode =
  | "busy"
  | "blocked"
  | "lost"
  | "changed"
  | "unflushed"
  | "not-a-file"
  | "not-utf-8"
  | "owner";

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
  /** Of `blocked`, the name that is in the way, without its folder. */
  readonly inTheWay: string | undefined;

  /** @internal */
  constructor(code: FileErrorCode, message: string, inTheWay?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.inTheWay = inTheWay;
  }
}
