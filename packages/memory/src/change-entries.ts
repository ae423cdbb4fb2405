import { describe } from "@lembas/arguments";
import { formatUsage } from "@lembas/format";
import { applyOps } from "./operations/apply-ops.js";
import { countEntries } from "./operations/entries.js";
import type { MemoryPolicy, ProposedChange } from "./policies/policy.js";
import type { ChangeOutcome } from "./store/memory-store.js";
import type { MemoryTarget } from "./target.js";
import { renderResult } from "./texts/render-result.js";

/** A change of one target that a model asks for. */
interface ChangeRequest {
  /** The target's name. */
  readonly target: string;
  readonly settings: MemoryTarget;
  readonly policies: readonly MemoryPolicy[];
  readonly ops: readonly unknown[];
  readonly reason: string | undefined;
}

const askPolicies = (policies: readonly MemoryPolicy[], change: ProposedChange): string | undefined => {
  for (const policy of policies) {
    const refusal: unknown = policy(change);
    if (typeof refusal === "string") return refusal;
    if (refusal !== undefined) {
      throw new TypeError(
        `what a policy gives must be a string that refuses, or undefined; got ${describe(refusal)}`,
      );
    }
  }
  return undefined;
};

/** The line below an ok result from nine tenths of the limit on, told exactly: the floored percent hides the first of them. */
const nearlyFullNote = (entries: readonly string[], { label, limit }: MemoryTarget): string =>
  10 * countEntries(entries) > 9 * limit
    ? `\n${label} is over 90% full: replace overlapping entries with one shorter entry, or remove stale ones.`
    : "";

/** What becomes of a target's entries, as a store's update wants it; the value is the text for the model. */
export const changeEntries = (
  entries: readonly string[],
  { target, settings, policies, ops, reason }: ChangeRequest,
): ChangeOutcome<string> => {
  const result = applyOps({ target, entries, ops, ...settings });
  if (!result.ok) return { refused: true, value: renderResult(result) };

  const message = askPolicies(policies, { target, ops, before: entries, after: result.entries });
  if (message !== undefined) {
    const usage = formatUsage(countEntries(entries), settings.limit);
    return { refused: true, value: renderResult({ ok: false, message, usage, shown: false, entries }) };
  }
  const value = renderResult(result) + nearlyFullNote(result.entries, settings);
  return { entries: result.entries, ops, reason, value };
};
