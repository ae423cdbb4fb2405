import { checkFunction, checkNames, checkObject } from "@lembas/arguments";
import { formatPlural, formatUsage } from "@lembas/format";
import { checkLimit, targetLabel } from "../target.js";
import type { Withhold } from "../texts/withhold.js";
import { Changes, type Done } from "./changes.js";
import { readEntries } from "./entries.js";
import { countOperations, readOperations } from "./operation.js";
import { MOST_OPERATIONS, type Refusal, type RefusalCode, refusals, SHOWN } from "./refusal.js";

/** What {@link applyOps} is given. */
export interface ApplyOpsInput {
  /** Whose entries they are: `user`, `memory` or the host's own name. Only messages say it. */
  readonly target: string;
  /** The entries as they are, in order. They are taken as they stand: not trimmed, not split, never left out. */
  readonly entries: readonly string[];
  /** How many characters the entries may have when joined by `"\n§\n"`. */
  readonly limit: number;
  /** What the model sent: a list of {@link MemoryOperation}, or anything else. */
  readonly ops: unknown;
  /** What messages call the target; "The user profile" and "Memory" are known. */
  readonly label?: string | undefined;
  /** Why an entry is not shown to the model, if it is not: then no operation finds it either. */
  readonly withhold?: Withhold | undefined;
}

const NAMES = ["target", "entries", "limit", "ops", "label", "withhold"] satisfies (keyof ApplyOpsInput)[];

/** The stable word for each message that says what was done; `exists` and a list may have changed nothing. */
export type AppliedCode = Done | "applied";

interface Result {
  /** All entries after the operations; after a refusal the entries as they were. Always a new list. */
  readonly entries: string[];
  /** What happened, in a sentence for the model. */
  readonly message: string;
  /** How full the target is with `entries`: `4% — 60/1,375 chars`. */
  readonly usage: string;
  /** Whether the model should see `entries` with this message, so that it can mend its call. */
  readonly shown: boolean;
  /** The entries that remove operations took out, in that order. */
  readonly removed: string[];
  /** The entries that replace operations put others in the place of, in that order. */
  readonly replaced: string[];
}

/** The operations were applied. */
export interface Applied extends Result {
  readonly ok: true;
  readonly code: AppliedCode;
  readonly shown: false;
}

/** An operation was refused, and nothing was changed. */
export interface Refused extends Result {
  readonly ok: false;
  readonly code: RefusalCode;
  /** Which operation of a longer list was refused, from 1; absent where the whole was. */
  readonly operation?: number;
}

/** What {@link applyOps} gives. */
export type ApplyOpsResult = Applied | Refused;

const MESSAGES = {
  added: "Entry added.",
  exists: "That entry already exists; nothing added.",
  replaced: "Entry replaced.",
  removed: "Entry removed.",
} as const satisfies Readonly<Record<Done, string>>;

const inList = (refusal: Refusal, operation: number): Refusal => ({
  code: refusal.code,
  message: `operation ${operation}: ${refusal.message} Nothing was changed (the operations go together or not at all).`,
});

/**
 * Applies a model's operations to a target's entries: all of them, or none. Pure: it changes nothing that it is
 * given and gives the same answer to the same call. Whatever stands in `ops`, it does not throw; what cannot be
 * done is a refusal with a message that the model can act on. Specification 3.1 to 3.8.
 *
 * @throws {RangeError} the limit is not a whole number above 0
 * @throws {TypeError} the host's own part is wrong: no input, `entries` not a list of strings, `target` or `label` no text,
 *   `withhold` no function, or what is given has another name
 * @example
 * applyOps({ target: "user", entries: [], limit: 1375, ops: [{ action: "add", content: "Prefers tea." }] });
 * // { ok: true, entries: ["Prefers tea."], message: "Entry added.", usage: "0% — 12/1,375 chars", … }
 */
export const applyOps = (input: ApplyOpsInput): ApplyOpsResult => {
  checkObject(input, "applyOps's input", "{ target, entries, limit, ops }");
  checkNames(input, NAMES, "option");
  const { target, entries, limit, ops, label, withhold } = input;
  checkLimit(limit, "limit");
  const name = targetLabel(target, label);
  if (withhold !== undefined) checkFunction(withhold, "withhold");
  const before = readEntries(entries);
  const changes = new Changes(before, withhold && ((entry) => withhold(entry) === undefined));
  const size = changes.list.size;

  const refuse = ({ code, message }: Refusal, operation?: number): Refused => ({
    ok: false,
    entries: before,
    message,
    usage: formatUsage(size, limit),
    shown: SHOWN[code],
    code,
    ...(operation !== undefined && { operation }),
    removed: [],
    replaced: [],
  });

  if (countOperations(ops) > MOST_OPERATIONS) return refuse(refusals.tooMany(countOperations(ops)));
  const operations = readOperations(ops);
  const isSingle = operations.length === 1;
  let done: Done | undefined;
  for (const [index, operation] of operations.entries()) {
    const outcome = changes.apply(operation);
    if (typeof outcome === "string") done = outcome;
    else if (!isSingle) return refuse(inList(outcome, index + 1), index + 1);
    else return refuse(outcome.code === "no_action" ? refusals.nothingToDo() : outcome);
  }
  if (done === undefined) return refuse(refusals.nothingToDo());

  const newSize = changes.list.size;
  if (newSize > limit && newSize > size) return refuse(refusals.tooLarge(name, newSize, limit));
  return {
    ok: true,
    entries: changes.list.toArray(),
    message: isSingle ? MESSAGES[done] : `Applied ${formatPlural(operations.length, "operation")}.`,
    usage: formatUsage(newSize, limit),
    shown: false,
    code: isSingle ? done : "applied",
    removed: changes.removed,
    replaced: changes.replaced,
  };
};
