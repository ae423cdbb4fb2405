import {
  checkFlag,
  checkFunction,
  checkList,
  checkListOf,
  checkObject,
  checkText,
  describe,
} from "@lembas/arguments";
import { type ChangeOutcome, checkTarget, type MemoryChange, type UpdateOptions } from "./memory-store.js";

/** @throws {TypeError} an operation id is given, and is no text with something in it */
export const checkOperationId = (operationId: unknown): void => {
  if (operationId === undefined || (typeof operationId === "string" && operationId !== "")) return;
  throw new TypeError(`operationId must be a string that is not empty; got ${describe(operationId)}`);
};

/** @throws {TypeError} what a store's `update` is given is not what it takes */
export const checkUpdate = <Value>(
  target: string,
  change: MemoryChange<Value>,
  options: UpdateOptions,
): void => {
  checkTarget(target);
  checkFunction(change, "change");
  checkObject(options, "options", '{ operationId: "call_1" }');
  checkOperationId(options.operationId);
};

/** @throws {TypeError} a change gave no outcome: a promise of one, say */
export const checkOutcome = <Value>(outcome: ChangeOutcome<Value>): void => {
  const example = "{ entries, ops, value } or { refused: true, value }";
  if (outcome instanceof Promise) {
    // Nobody waits for it: where it fails too, that would end the process.
    outcome.catch(() => {});
    throw new TypeError(`what change gives must be an object like ${example}; got a promise`);
  }
  checkObject(outcome, "what change gives", example);
  if (outcome.refused !== undefined) checkFlag(outcome.refused, "refused");
  if (outcome.refused) return;
  checkListOf(outcome.entries, "entries", "string");
  checkList(outcome.ops, "ops");
  if (outcome.reason !== undefined) checkText(outcome.reason, "reason");
};
