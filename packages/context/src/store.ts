export type { JournalEntry } from "./journal/entry.js";
export {
  checkAppend,
  checkSessionName,
  entriesToAdd,
  type JournalStore,
} from "./journal/journal-store.js";
