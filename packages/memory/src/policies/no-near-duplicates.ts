import { quote } from "../operations/quote.js";
import { broughtIn, type MemoryPolicy } from "./policy.js";

/** What two entries that say the same have in common: letters and words, not case, white space and the last stop. */
const keyOf = (entry: string): string => entry.toLowerCase().replace(/\s+/g, " ").trim().replace(/ ?\.$/, "");

/**
 * The policy against the same fact twice: an entry is refused that differs from another one in case, white space and a
 * final full stop alone. Specification 3.12.
 *
 * @example
 * createMemory({ store, policies: [noNearDuplicates()] });
 */
export const noNearDuplicates = (): MemoryPolicy => ({
  change: (change) => {
    const added = broughtIn(change);
    const isNew = new Set(added);
    const seen = new Map<string, string>();
    // Those that were there come first, so that it is the new one that is refused.
    const { after } = change;
    for (const entry of [...after.filter((one) => !isNew.has(one)), ...added]) {
      const key = keyOf(entry);
      const twin = seen.get(key);
      if (twin !== undefined && isNew.has(entry)) {
        return `${quote(entry)} says the same as ${quote(twin)}: replace that entry, if the new one is better.`;
      }
      seen.set(key, entry);
    }
    return undefined;
  },
});
