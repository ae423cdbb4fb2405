export { createFileStore, type FileStore, type FileStoreOptions } from "./file-store/file-store.js";
export { FileStoreError } from "./file-store/file-store-error.js";
export type { HistoryChange } from "./store/history-change.js";
