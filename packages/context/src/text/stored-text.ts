import { isIdentified, type LedgerState } from "../windows/state.js";

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
