import { countCharacters, formatCount } from "@lembas/format";
import { ENTRY_SEPARATOR, joinedCharacters } from "../operations/entries.js";
import { withoutInvisible } from "../operations/separator.js";

const SHORTEST_FENCE = 3;

/** The longest run of tildes in a text, wherever it stands; characters that draw nothing do not end it. */
const longestRun = (text: string): number => {
  if (!text.includes("~")) return 0;
  let longest = 0;
  for (const [tildes] of withoutInvisible(text).matchAll(/~+/g)) longest = Math.max(longest, tildes.length);
  return longest;
};

const fence = (entries: readonly string[]): string => {
  const text = entries.join(ENTRY_SEPARATOR);
  const tildes = "~".repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
  return `${tildes}\n${text}\n${tildes}`;
};

/** How many whole entries, from the first, fit when joined. */
const countFitting = (entries: readonly string[], maxChars: number): number => {
  let characters = 0;
  for (const [index, entry] of entries.entries()) {
    characters += countCharacters(entry);
    if (joinedCharacters(characters, index + 1) > maxChars) return index;
  }
  return entries.length;
};

/**
 * Entries as a model is shown them: verbatim, in a fence of tildes that no entry can close; `(empty)` without any. As
 * many whole ones from the first as fit, and then how many do not. Specification 3.9 and 3.10.
 */
export const fenceEntries = (entries: readonly string[], maxChars: number): string => {
  if (entries.length === 0) return "(empty)";
  const fitting = countFitting(entries, maxChars);
  const left = entries.length - fitting;
  if (left === 0) return fence(entries);
  const rest = `(${formatCount(left)} more ${left === 1 ? "entry" : "entries"})`;
  return fitting === 0 ? rest : `${fence(entries.slice(0, fitting))}\n${rest}`;
};
