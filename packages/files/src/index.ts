export { appendLines } from "./append-lines.js";
export { FileError, type FileErrorCode } from "./file-error.js";
export type { LockedFile, ReplaceOptions } from "./lock/locked-file.js";
export { LOCK_LEASE, type LockOptions, withLock } from "./lock/with-lock.js";
export { makeFolder } from "./make-folder.js";
export { readBytes } from "./read-bytes.js";
export { readText } from "./read-text.js";
export { replaceFile } from "./replace-file.js";
