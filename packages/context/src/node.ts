export { type FileJournalOptions, fileJournalStore } from "./file-journal-store.js";
