import { checkListOf } from "@lembas/arguments";
import { countCharacters, wellFormed } from "@lembas/format";

/**
 * What stands between two entries in the joined text: a line that holds only `§`. Specification 3.1.
 *
 * @example entries.join(ENTRY_SEPARATOR).split(ENTRY_SEPARATOR) // the entries
 */
export const ENTRY_SEPARATOR = "\n§\n";

/** How many characters the entries have once joined, given what they have together and how many they are. */
export const joinedCharacters = (characters: number, count: number): number =>
  characters + ENTRY_SEPARATOR.length * Math.max(0, count - 1);

/** How many characters the entries have when joined, which is what counts against a limit. Specification 3.1. */
export const countEntries = (entries: readonly string[]): number => {
  let characters = 0;
  for (const entry of entries) characters += countCharacters(entry);
  return joinedCharacters(characters, entries.length);
};

/**
 * The host's entries in a list of our own, well-formed and otherwise as they are.
 *
 * @throws {TypeError} they are not a list of strings
 */
export const readEntries = (entries: readonly string[], name = "entries"): string[] => {
  if (!Array.isArray(entries)) checkListOf(entries, name, "string");
  const own: string[] = [];
  // Gone through once: a look at each first would take a third of the time of `applyOps`.
  for (const entry of entries) {
    if (typeof entry !== "string") checkListOf(entries, name, "string");
    own.push(wellFormed(entry));
  }
  return own;
};
