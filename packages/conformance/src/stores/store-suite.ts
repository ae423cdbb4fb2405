import { checkFunction } from "@lembas/arguments";
import { entryChecks } from "./checks/entries.js";
import { operationChecks } from "./checks/operations.js";
import { targetChecks } from "./checks/targets.js";
import { updateChecks } from "./checks/updates.js";
import type { MakeStore, StoreCheck } from "./store-contract.js";

const CHECKS = { ...entryChecks, ...targetChecks, ...updateChecks, ...operationChecks };

/**
 * The contract of `MemoryStore`, as checks for any test runner, each on a store of its own: for each of its sentences
 * there is a check that a store which breaks only that fails. Runs in a browser too; `storeProcessSuite` of the
 * `/node` entry adds what several processes show. A check that finds something else than was promised rejects.
 *
 * @throws {TypeError} `makeStore` is not a function
 * @example
 * for (const { name, run } of storeSuite((name) => openMyStore(name))) it(name, run);
 */
export const storeSuite = (makeStore: MakeStore): StoreCheck[] => {
  checkFunction(makeStore, "makeStore");
  return Object.entries(CHECKS).map(([name, check], index) => ({
    name,
    run: () => check(async () => makeStore(`check-${index + 1}`)),
  }));
};
