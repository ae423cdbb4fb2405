export { createFileJournalStore, type FileJournalStoreOptions } from "./journal/file-journal-store.js";
