import { isIdentified } from "../journal/entry.js";
import type { LedgerState } from "../windows/state.js";

/** The results whose stored texts go so that a new one fits, oldest first; the new one too, where it alone is too much. */
export const findDrops = (state: LedgerState, id: string, stored: number, keepChars: number): string[] => {
  const drops: string[] = [];
  let total = state.storedChars + stored;
  for (let index = state.oldestStored; total > keepChars && index < state.log.length; index++) {
    const entry = state.log[index];
    if (entry === undefined || !isIdentified(entry) || !("text" in entry)) continue;
    drops.push(entry.id);
    total -= entry.characters.stored;
  }
  if (total > keepChars && stored > 0) drops.push(id);
  return drops;
};
