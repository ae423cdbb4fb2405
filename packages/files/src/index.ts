export { appendLines } from "./append-lines.js";
export { FileError, type FileErrorCode } from "./file-error.js";
export { LockedFile } from "./locked-file.js";
export { makeFolder } from "./make-folder.js";
export { readBytes } from "./read-bytes.js";
export { readText } from "./read-text.js";
export { replaceFile } from "./replace-file.js";
export type { ReplaceOptions } from "./replace-options.js";
export { LOCK_LEASE, type LockOptions, withLock } from "./with-lock.js";
