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
   * @throws {TypeError} `entries` is no list, or `position` no number
   * @throws {RangeError} `position` is no whole one of at least 0
   * @throws {Error} the position is taken by other entries, or lies beyond the end; or they could not be kept
   */
  append(session: string, position: number, entries: readonly JournalEntry[]): Promise<void>;
}
