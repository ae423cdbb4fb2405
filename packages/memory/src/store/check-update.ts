import {
  checkFlag,
  checkFunction,
  checkList,
  checkListOf,
  checkNames,
  checkObject,
  checkText,
  describe,
} from "@lembas/arguments";
import type { ChangeOutcome, MemoryChange, UpdateOptions } from "./memory-store.js";

/**
 * How often an update's change is run before the store gives up: 10 times.
 *
 * @example for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) { … }
 */
export const UPDATE_ATTEMPTS = 10;

/**
 * How many operation ids of each target a store remembers at least: the 100 latest.
 *
 * @example if (answers.size > REMEMBERED_OPERATION_IDS) { … }
 */
export const REMEMBERED_OPERATION_IDS = 100;

/**
 * Throws unless the target's name is one or more ASCII letters, digits, `-` and `_`.
 *
 * @throws {TypeError} it is not
 * @example
 * checkTarget("../../x"); // TypeError: a target's name must be letters, digits, "-" and "_"; got the string "../../x"
 */
export const checkTarget = (target: string): void => {
  if (typeof target === "string" && /^[A-Za-z0-9_-]+$/.test(target)) return;
  throw new TypeError(`a target's name must be letters, digits, "-" and "_"; got ${describe(target)}`);
};

/**
 * The Error for an update that found other entries at each attempt.
 *
 * @throws {TypeError} the target's name is none
 * @example
 * throw updateConflict("user"); // Error: "user" was changed by others during each of 10 attempts; nothing was written
 */
export const updateConflict = (target: string): Error => {
  checkTarget(target);
  return new Error(
    `"${target}" was changed by others during each of ${UPDATE_ATTEMPTS} attempts; nothing was written`,
  );
};

/** @throws {TypeError} an operation id is given, and is not a string, or is empty */
export const checkOperationId = (operationId: unknown): void => {
  if (operationId === undefined || (typeof operationId === "string" && operationId !== "")) return;
  throw new TypeError(`operationId must be a string that is not empty; got ${describe(operationId)}`);
};

const UPDATE_OPTIONS = ["operationId"] satisfies (keyof UpdateOptions)[];

/** @throws {TypeError} what a store's `update` is given is not what it takes */
export const checkUpdate = <Value>(
  target: string,
  change: MemoryChange<Value>,
  options: UpdateOptions,
): void => {
  checkTarget(target);
  checkFunction(change, "change");
  checkObject(options, "options", '{ operationId: "call_1" }');
  checkNames(options, UPDATE_OPTIONS, "option");
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
