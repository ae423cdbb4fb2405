import { checkList, checkWhole } from "@lembas/arguments";
import { canonicalJson } from "../steps/call-key.js";
import type { JournalEntry } from "./entry.js";

/**
 * What an append is given.
 *
 * @throws {TypeError} the entries are no list, or the position is no number
 * @throws {RangeError} the position is no whole one of at least 0
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
