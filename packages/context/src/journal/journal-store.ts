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
   *   `code` such as `ENOSPC` says that the store is away for now: all is tried again. Any other may be about an entry:
   *   what the store refuses alone is given without its stored text, so that it blocks no other
   */
  append(session: string, position: number, entries: readonly JournalEntry[]): Promise<void>;
}

/**
 * The name of a session: a word of letters, digits, `-`, `_` and `.` that begins with none of `.` and `-`, so never a
 * path. Specification 2.17.
 *
 * @throws {TypeError} it is not one
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
 */
export const checkAppend = (position: unknown, entries: unknown): void => {
  checkWhole(position, "position");
  checkList(entries, "entries");
};

/**
 * Which of the entries are still to be added to those known of a session: a retry's stand at the position already.
 *
 * @throws {Error} others do, or the journal ends before the position
 */
export const entriesToAdd = (
  session: string,
  known: readonly JournalEntry[],
  position: number,
  entries: readonly JournalEntry[],
): readonly JournalEntry[] => {
  if (position > known.length) {
    throw new Error(`session ${session} has ${known.length} entries; position ${position} is beyond its end`);
  }
  const there = known.slice(position, position + entries.length);
  if (there.some((entry, index) => canonicalJson(entry) !== canonicalJson(entries[index]))) {
    throw new Error(
      `position ${position} of session ${session} is taken by other entries: another writer has gone on with it`,
    );
  }
  return entries.slice(there.length);
};

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
