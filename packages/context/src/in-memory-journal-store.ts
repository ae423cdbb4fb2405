import { canonicalJson } from "./call-key.js";
import type { JournalEntry } from "./journal-entry.js";
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
      if (position > known.length) {
        throw new Error(
          `session ${session} has ${known.length} entries; position ${position} is beyond its end`,
        );
      }
      const there = known.slice(position, position + entries.length);
      if (there.some((entry, index) => canonicalJson(entry) !== canonicalJson(entries[index]))) {
        throw new Error(`position ${position} of session ${session} is taken by other entries`);
      }
      sessions.set(session, [...known, ...entries.slice(there.length)]);
    },
  };
};
