export { createFileJournalStore, type FileJournalStoreOptions } from "./file-journal-store.js";
