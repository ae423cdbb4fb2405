import { formatUsage } from "@lembas/format";
import type { MemoryAnswer } from "./memory-answer.js";
import { applyOps } from "./operations/apply-ops.js";
import { countEntries } from "./operations/entries.js";
import { type MemoryPolicy, policyRefusal, withholdReason } from "./policies/policy.js";
import type { ChangeOutcome } from "./store/memory-store.js";
import { type MemoryTarget, targetLabel } from "./target.js";
import { renderResult } from "./texts/render-result.js";
import { showEntry } from "./texts/withhold.js";

/** A change of one target that a model asks for. */
interface ChangeRequest {
  /** The target's name. */
  readonly target: string;
  readonly settings: MemoryTarget;
  readonly policies: readonly MemoryPolicy[];
  readonly ops: readonly unknown[];
  readonly reason: string | undefined;
}

/** The line below an ok result above nine tenths of the limit, told exactly: the percent is floored. Specification 3.10. */
const nearlyFullNote = (
  entries: readonly string[],
  target: string,
  { label, limit }: MemoryTarget,
): string =>
  10 * countEntries(entries) > 9 * limit
    ? `\n${targetLabel(target, label)} is over 90% full: replace overlapping entries with one shorter entry, or remove stale ones.`
    : "";

/** What becomes of a target's entries, as a store's update wants it; the value is the answer for the model. */
export const changeEntries = (
  entries: readonly string[],
  { target, settings, policies, ops, reason }: ChangeRequest,
): ChangeOutcome<MemoryAnswer> => {
  const withhold = (entry: string): string | undefined => withholdReason(policies, entry, target);
  const result = applyOps({ target, entries, ops, ...settings, withhold });
  if (!result.ok) {
    const shown = result.entries.map((entry) => showEntry(entry, withhold));
    const text = renderResult({ ...result, entries: result.shown ? shown : [] });
    return { refused: true, value: { ok: false, text, code: result.code } };
  }

  const message = policyRefusal(policies, { target, ops, before: entries, after: result.entries });
  if (message !== undefined) {
    const usage = formatUsage(countEntries(entries), settings.limit);
    const text = renderResult({ ok: false, message, usage, shown: false, entries });
    return { refused: true, value: { ok: false, text, code: "policy" } };
  }
  const text = renderResult(result) + nearlyFullNote(result.entries, target, settings);
  return { entries: result.entries, ops, reason, value: { ok: true, text, code: result.code } };
};
