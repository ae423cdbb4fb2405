import { checkFlag, checkNames, checkObject, checkText, describe } from "@lembas/arguments";
import { isBlank } from "@lembas/format";
import type { MemoryPolicy } from "./policies/policy.js";
import { checkOperationId, checkTarget } from "./store/check-update.js";
import type { MemoryStore } from "./store/memory-store.js";
import { checkLimit, type DEFAULT_TARGETS, type MemoryTarget } from "./target.js";

/** What {@link createMemory} is given. */
export interface MemoryOptions {
  /** Where the entries live. */
  readonly store: MemoryStore;
  /** The targets by name, in the order of the prompt; {@link DEFAULT_TARGETS} where none are given. */
  readonly targets?: Readonly<Record<string, MemoryTarget>> | undefined;
  /** Asked in this order about each change, and about each entry that is shown; the first refusal counts. */
  readonly policies?: readonly MemoryPolicy[] | undefined;
  /** The most characters of each target's entries in a prompt; {@link renderMemory} says how many unless given. */
  readonly maxChars?: number | undefined;
}

/** What can go with a call. */
export interface CallOptions {
  /**
   * The tool call's id: the same call again (a retry, a resumed session) is not applied twice, and has the same answer.
   * A call that asks for something else is another one, though it have the same id.
   */
  readonly operationId?: string | undefined;
  /** Gives the answer that the call would have, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Why, in the host's words, for the store's history. */
  readonly reason?: string | undefined;
}

/** The names of what {@link createMemory} is given. */
export const MEMORY_OPTIONS = ["store", "targets", "policies", "maxChars"] satisfies (keyof MemoryOptions)[];

const CALL_OPTIONS = ["operationId", "dryRun", "reason"] satisfies (keyof CallOptions)[];

/** @throws {TypeError} it is not a store */
export const checkStore = (store: MemoryStore | undefined): void => {
  if (typeof store?.read === "function" && typeof store.update === "function") return;
  throw new TypeError(`store must be a memory store, like createInMemoryStore(); got ${describe(store)}`);
};

/** @throws {TypeError} an option is none, or of another type */
export const checkCallOptions = (options: CallOptions): void => {
  checkObject(options, "options", '{ operationId: "call_1" }');
  checkNames(options, CALL_OPTIONS, "option");
  const { operationId, dryRun, reason } = options;
  checkOperationId(operationId);
  if (dryRun !== undefined) checkFlag(dryRun, "dryRun");
  if (reason !== undefined) checkText(reason, "reason");
};

const EXAMPLE = '{ label: "This project", limit: 3000 }';

const checkSettings = (settings: MemoryTarget, name: string): void => {
  checkObject(settings, name, EXAMPLE);
  const { label, limit } = settings;
  if (typeof label !== "string" || isBlank(label)) {
    throw new TypeError(`${name}.label must be a string that is not blank; got ${describe(label)}`);
  }
  checkLimit(limit, `${name}.limit`);
};

/**
 * @throws {TypeError} the targets cannot be told apart, in calls or in a store, or there is none, or one has no label
 * @throws {RangeError} a limit is not a whole number above 0
 */
export const checkTargets = (targets: Readonly<Record<string, MemoryTarget>>): void => {
  checkObject(targets, "targets", `{ project: ${EXAMPLE} }`);
  const names = new Map<string, string>();
  for (const [name, settings] of Object.entries(targets)) {
    checkTarget(name);
    const twin = names.get(name.toLowerCase());
    if (twin !== undefined) {
      throw new TypeError(`targets must be names that differ in more than case; got ${twin} and ${name}`);
    }
    names.set(name.toLowerCase(), name);
    checkSettings(settings, `targets.${name}`);
  }
  if (names.size === 0) throw new TypeError("targets must be at least one target; got none");
};
