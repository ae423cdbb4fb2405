export { createFileStore, FileStore, type FileStoreOptions } from "./file-store.js";
export { FileStoreError } from "./file-store-error.js";
export type { HistoryChange } from "./history.js";
