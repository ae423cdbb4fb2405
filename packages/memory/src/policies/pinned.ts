import { checkFunction } from "@lembas/arguments";
import { quote } from "../operations/quote.js";
import type { MemoryPolicy } from "./policy.js";

/**
 * The policy for entries that a model cannot change: they are neither replaced nor removed, by whatever list of
 * operations. People and the host's own code still change them in the store.
 *
 * @param isPinned whether an entry of a target is one of them
 * @throws {TypeError} `isPinned` is not a function
 * @example
 * createMemory({ store, policies: [pinned((entry) => entry.startsWith("Always:"))] });
 */
export const pinned = (isPinned: (entry: string, target: string) => boolean): MemoryPolicy => {
  checkFunction(isPinned, "isPinned");
  return ({ target, before, after }) => {
    const gone = before.find((entry) => !after.includes(entry) && isPinned(entry, target));
    return gone === undefined ? undefined : `${quote(gone)} is pinned: it cannot be replaced or removed.`;
  };
};
