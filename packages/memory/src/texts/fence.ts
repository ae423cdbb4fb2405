import { ENTRY_SEPARATOR } from "../operations/entries.js";

const SHORTEST_FENCE = 3;

/**
 * Entries as a model is shown them: verbatim, in a fence of tildes that no entry can close; `(empty)` without any.
 * Specification 3.9.
 */
export const fenceEntries = (entries: readonly string[]): string => {
  if (entries.length === 0) return "(empty)";
  const text = entries.join(ENTRY_SEPARATOR);
  let length = SHORTEST_FENCE;
  for (const [, tildes = ""] of text.matchAll(/(?:^|\n)(~+)/g)) length = Math.max(length, tildes.length + 1);
  const fence = "~".repeat(length);
  return `${fence}\n${text}\n${fence}`;
};
