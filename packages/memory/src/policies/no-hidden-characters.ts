import { invisibleIn } from "../operations/separator.js";
import type { MemoryPolicy } from "./policy.js";

/** What writing needs: joiners of Persian and of emoji, and how a sign is drawn. */
const NEEDED = new Set(["\u200c", "\u200d", "\ufe0e", "\ufe0f"]);

const SHOWN = 3;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/**
 * The policy against text that a person does not see and a model reads: an entry with characters that draw nothing is
 * not kept, and one that somebody else wrote is not shown. Specification 3.12.
 *
 * @example
 * createMemory({ store, policies: [noHiddenCharacters()] });
 */
export const noHiddenCharacters = (): MemoryPolicy => ({
  entry: (entry) => {
    const hidden = [...new Set(invisibleIn(entry))].filter((character) => !NEEDED.has(character));
    if (hidden.length === 0) return undefined;
    const names = hidden.slice(0, SHOWN).map(nameOf).join(", ");
    return `it has hidden characters (${names}${hidden.length > SHOWN ? ", …" : ""})`;
  },
});
