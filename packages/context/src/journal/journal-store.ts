import { checkList, checkWhole, describe } from "@lembas/arguments";
import { canonicalJson } from "../steps/call-key.js";
import type { JournalEntry } from "./entry.js";

/**
 * Where the journals of sessions are kept. A session's entries have positions from 0 on; each position is taken once.
 * Specification 2.17.
 */
export interface JournalStore {
  /** All entries of a session, in order; none for a session that there is not yet. Changes nothing. */
  load(session: string): Promise<readonly JournalEntry[]>;
  /**
   * Puts entries at `position` and after it, in order; once it resolves they all outlive the process, and a crash before
   * that may leave the first of them. Entries that stand there already, equal ones, are a retry: it succeeds.
   *
   * @throws {TypeError} `entries` is not a list, or `position` not a number
   * @throws {RangeError} `position` is not a whole number of at least 0
   * @throws {Error} the position is taken by other entries, or lies beyond the end; or they could not be kept. One with a
   *   `code` such as `ENOSPC` says that the store is away for now: all is tried again. Any other, and one with a database's
   *   code for what it refuses (`22…`, `54…`), its own or its cause's, may be about an entry: what the store refuses alone
   *   is given without its stored text, so that it blocks no other
   */
  append(session: string, position: number, entries: readonly JournalEntry[]): Promise<void>;
}

/**
 * The name of a session: a word of letters, digits, `-`, `_` and `.` that begins with none of `.` and `-`, so never a
 * path. Specification 2.17.
 *
 * @throws {TypeError} it is not one
 * @example
 * checkSessionName("../x"); // TypeError: a session's name is a word of letters, digits, "-", "_" and ".", like "session-1"; got the string "../x"
 */
export const checkSessionName = (name: unknown): string => {
  if (typeof name === "string" && /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name)) return name;
  throw new TypeError(
    `a session's name is a word of letters, digits, "-", "_" and ".", like "session-1"; got ${describe(name)}`,
  );
};

/**
 * What an append is given.
 *
 * @throws {TypeError} the entries are not a list, or the position is not a number
 * @throws {RangeError} the position is not a whole number of at least 0
 * @example checkAppend(position, entries);
 */
export const checkAppend = (position: unknown, entries: unknown): void => {
  checkWhole(position, "position");
  checkList(entries, "entries");
};

/**
 * Which entries are still to be added to a session at a position: a retry's stand there already.
 *
 * @param count how many entries the session has
 * @param there its entries from the position on, at most as many as are to be added
 * @throws {Error} others stand there, or the journal ends before the position
 * @example entriesToAdd("session-1", 3, [third], 2, [third, fourth]) // [fourth]
 */
export const entriesToAdd = (
  session: string,
  count: number,
  there: readonly JournalEntry[],
  position: number,
  entries: readonly JournalEntry[],
): readonly JournalEntry[] => {
  if (position > count) {
    throw new Error(`session ${session} has ${count} entries; position ${position} is beyond its end`);
  }
  if (there.some((entry, index) => canonicalJson(entry) !== canonicalJson(entries[index]))) {
    throw new Error(
      `position ${position} of session ${session} is taken by other entries: another writer has gone on with it`,
    );
  }
  return entries.slice(there.length);
};

/**
 * {@link entriesToAdd}, where all entries of the session are at hand.
 *
 * @throws {Error} others stand there, or the journal ends before the position
 */
export const entriesToAddTo = (
  session: string,
  known: readonly JournalEntry[],
  position: number,
  entries: readonly JournalEntry[],
): readonly JournalEntry[] =>
  entriesToAdd(session, known.length, known.slice(position, position + entries.length), position, entries);

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
      for (const entry of entriesToAddTo(session, known, position, entries)) known.push(entry);
      sessions.set(session, known);
    },
  };
};
