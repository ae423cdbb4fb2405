import { countCharacters } from "@lembas/format";
import { type Refusal, refusals } from "./refusal.js";
import { splitAtSeparators } from "./separator.js";

const ENTRY_CHARACTERS = 400;

/** Why a text cannot be an entry, if it cannot: too long, or a line in it looks like a separator. Specification 3.3. */
export const vetEntry = (content: string): Refusal | undefined => {
  const characters = countCharacters(content);
  if (characters > ENTRY_CHARACTERS) return refusals.tooLong(characters);
  if (splitAtSeparators(content).length > 1) return refusals.separator();
  return undefined;
};
