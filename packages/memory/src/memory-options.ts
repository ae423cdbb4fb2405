import { checkFlag, checkObject, checkText, describe } from "@lembas/arguments";
import { checkOperationId } from "./check-update.js";
import type { MemoryStore } from "./memory-store.js";
import type { MemoryPolicy } from "./policy.js";
import type { DEFAULT_TARGETS, MemoryTarget } from "./target.js";

/** What {@link createMemory} is given. */
export interface MemoryOptions {
  /** Where the entries live. */
  readonly store: MemoryStore;
  /** The targets by name, in the order of the prompt; {@link DEFAULT_TARGETS} where none are given. */
  readonly targets?: Readonly<Record<string, MemoryTarget>> | undefined;
  /** Asked in this order about each change; the first refusal counts. */
  readonly policies?: readonly MemoryPolicy[] | undefined;
}

/** What can go with a call. */
export interface CallOptions {
  /** The tool call's id: the same call again (a retry, a resumed session) is not applied twice, and has the same text. */
  readonly operationId?: string | undefined;
  /** Gives the text that the call would have, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Why, in the host's words, for the store's history. */
  readonly reason?: string | undefined;
}

/** @throws {TypeError} it is no store */
export const checkStore = (store: MemoryStore | undefined): void => {
  if (typeof store?.read === "function" && typeof store.update === "function") return;
  throw new TypeError(`store must be a memory store, like createInMemoryStore(); got ${describe(store)}`);
};

/** @throws {TypeError} an option is none */
export const checkCallOptions = (options: CallOptions): void => {
  checkObject(options, "options", '{ operationId: "call_1" }');
  const { operationId, dryRun, reason } = options;
  checkOperationId(operationId);
  if (dryRun !== undefined) checkFlag(dryRun, "dryRun");
  if (reason !== undefined) checkText(reason, "reason");
};
