import { checkAppend, entriesToAdd } from "./entries-to-add.js";
import type { JournalEntry } from "./entry.js";
import type { JournalStore } from "./journal-store.js";
import { checkSessionName } from "./session-name.js";

/**
 * A journal store in memory, for sessions that need not outlive the process, and for tests. Specification 2.17.
 *
 * @example const { ledger, flush } = await openSession(createInMemoryJournalStore(), "session-1");
 */
export const createInMemoryJournalStore = (): JournalStore => {
  const sessions = new Map<string, JournalEntry[]>();
  return {
    load: async (session) => [...(sessions.get(checkSessionName(session)) ?? [])],
    append: async (session, position, entries) => {
      const known = sessions.get(checkSessionName(session)) ?? [];
      checkAppend(position, entries);
      for (const entry of entriesToAdd(session, known, position, entries)) known.push(entry);
      sessions.set(session, known);
    },
  };
};
