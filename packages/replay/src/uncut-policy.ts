import { cleanTerminal, countLines, resolveBudgets } from "@lembas/format";
import type { Policy } from "./baselines/policy.js";
import { type Inserted, type LedgerPolicy, leanLedger } from "./ledger-policy.js";
import type { ResultingStep, Step } from "./step.js";
import type { Verdict } from "./verify/verdict.js";

/** What a ledger shows whole, without an option: of an output, and of a read. */
const OUTPUT = resolveBudgets();
const PAGE = { maxLines: 2_000, maxChars: 50_000 };

const isAbove = (text: string, { maxLines, maxChars }: typeof PAGE): boolean =>
  text.length > maxChars || countLines(text) > maxLines;

/** Whether a cap may be what decides how the lean ledger inserts a step: its edits and recalls have the same bounds without caps. */
const mayBeCut = (step: ResultingStep): boolean =>
  step.op === "output"
    ? isAbove(cleanTerminal(step.text), OUTPUT)
    : step.op === "read" && isAbove(step.content, PAGE);

/**
 * The lean ledger without caps. As long as nothing was long enough for one, it is the lean ledger: the same texts, in the
 * same conversation, checked by the same verifier. From the first such step on it is a ledger of its own.
 */
export class UncutPolicy implements Policy {
  readonly #choice = leanLedger(true);
  readonly name = this.#choice.name;
  readonly edits = this.#choice.edits;
  readonly #lean: LedgerPolicy;
  #own: LedgerPolicy | undefined;

  /** @param lean the lean ledger, which takes its steps through this policy alone */
  constructor(lean: LedgerPolicy) {
    this.#lean = lean;
  }

  /** What was found false of its texts, where they are verified. */
  get verdict(): Verdict | undefined {
    return (this.#own ?? this.#lean).verdict;
  }

  /** Puts a step into both conversations. */
  insertBoth(step: ResultingStep): { readonly lean: Inserted; readonly leanWhole: Inserted } {
    if (this.#own === undefined && mayBeCut(step)) this.#own = this.#lean.goOnAs(this.#choice);
    const lean = this.#lean.insert(step);
    return { lean, leanWhole: this.#own?.insert(step) ?? lean };
  }

  /** Takes results out of both, and gives what stands in their place. */
  removeBoth(step: Step & { op: "compact" | "forget" }): {
    readonly lean: string;
    readonly leanWhole: string;
  } {
    const lean = this.#lean.remove(step);
    return { lean, leanWhole: this.#own?.remove(step) ?? lean };
  }

  insert(step: ResultingStep): Inserted {
    return this.insertBoth(step).leanWhole;
  }

  remove(step: Step & { op: "compact" | "forget" }): string {
    return this.removeBoth(step).leanWhole;
  }
}
