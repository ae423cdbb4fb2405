import { countCharacters, firstCharacters, lastCharacters } from "@lembas/format";
import { isIdentified, type LedgerState } from "../windows/state.js";

/** The most characters of one stored text: a longer one could not be written as one entry. Specification 2.19. */
export const LARGEST_STORED = 10_000_000;

const isWithin = (text: string, characters: number): boolean =>
  text.length <= characters || (text.length <= 2 * characters && countCharacters(text) <= characters);

/** All that is kept of an entry: its stored text and, of an edit, the lines that stand in its call. */
interface Kept {
  readonly text?: string;
  readonly callLines?: readonly { readonly text: string }[];
}

/** The texts that count as an entry's stored text, as one. Specification 2.19 and 2.28. */
export const storedTexts = ({ text = "", callLines = [] }: Kept): string =>
  callLines.reduce((all, lines) => all + lines.text, text);

/** An entry without the texts that count as its stored text. */
export const withoutTexts = <Entry extends object>(entry: Entry): Entry => {
  const { text: _, callLines: __, ...rest } = { text: undefined, callLines: undefined, ...entry };
  // Both may be left out of every entry.
  return rest as Entry;
};

/** Whether a stored text is kept whole, so that a recall of it may be offered. Specification 2.19. */
export const isKeptWhole = (text: string, keepChars: number): boolean =>
  isWithin(text, Math.min(keepChars, LARGEST_STORED));

/** What is stored of an output: of one that is too large its start and its end, and how much is not. */
export const storedOutput = (text: string): string => {
  if (isWithin(text, LARGEST_STORED)) return text;
  const half = LARGEST_STORED / 2;
  const left = countCharacters(text) - LARGEST_STORED;
  return `${firstCharacters(text, half)}\n[${left} characters not kept]\n${lastCharacters(text, half)}`;
};

/** The results whose stored texts go so that a new one of so many characters fits, oldest first. Specification 2.19. */
export const findDrops = (state: LedgerState, stored: number, keepChars: number): string[] => {
  const drops: string[] = [];
  let total = state.storedChars + stored;
  for (let index = state.oldestStored; total > keepChars && index < state.log.length; index++) {
    const entry = state.log[index];
    if (entry === undefined || !isIdentified(entry) || !("text" in entry)) continue;
    drops.push(entry.id);
    total -= entry.characters.stored;
  }
  return drops;
};
