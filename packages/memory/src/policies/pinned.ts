import { checkFunction } from "@lembas/arguments";
import { quote } from "../operations/quote.js";
import { broughtIn, type MemoryPolicy } from "./policy.js";

/**
 * The policy for entries that a model cannot change: they are neither replaced nor removed, by whatever list of
 * operations, and a model adds none. People and the host's own code still change them in the store. Specification 3.12.
 *
 * @param isPinned whether an entry of a target is one of them
 * @throws {TypeError} `isPinned` is not a function
 * @example
 * createMemory({ store, policies: [pinned((entry) => entry.startsWith("Always:"))] });
 */
export const pinned = (isPinned: (entry: string, target: string) => boolean): MemoryPolicy => {
  checkFunction(isPinned, "isPinned");
  return {
    change: (change) => {
      const { target, before, after } = change;
      const gone = before.find((entry) => !after.includes(entry) && isPinned(entry, target));
      if (gone !== undefined) return `${quote(gone)} is pinned: it cannot be replaced or removed.`;
      const added = broughtIn(change).find((entry) => isPinned(entry, target));
      return added === undefined
        ? undefined
        : `${quote(added)} would be pinned: only a person can pin an entry.`;
    },
  };
};
