import type { ResultingStep, Step } from "../step.js";
import { type CallTotals, ContextSize } from "./context-size.js";
import type { InsertedText, Policy, Shared } from "./policy.js";

/** What a policy inserted, and what that makes of the model calls. */
export interface PolicyCost extends CallTotals {
  inserted: number;
}

/** A policy's sums over sessions: with edits shown as diffs, and with edits shown as one line. */
export interface PolicyTotals {
  readonly name: string;
  /** Whether it changes what was already sent. */
  readonly rewritesSent?: boolean | undefined;
  readonly diffs: PolicyCost;
  /** Absent where the policy needs its diffs. */
  readonly oneLine?: PolicyCost | undefined;
}

/** The length of a text in the unit of the report. */
export type Measure = (text: string) => number;

/** How long one text is in each way of showing edits. */
export interface TextSizes {
  readonly diffs: number;
  readonly oneLine: number;
}

const nothing = (): PolicyCost => ({
  ...{ inserted: 0, calls: 0, input: 0 },
  ...{ cached: 0, rewritten: 0, priced: 0 },
});

/** Sums of nothing, for a policy. */
export const emptyPolicyTotals = ({ name, edits, rewritesSent }: Policy): PolicyTotals => ({
  name,
  ...(rewritesSent && { rewritesSent }),
  diffs: nothing(),
  ...(edits !== "diffs" && { oneLine: nothing() }),
});

/** One policy in one conversation, in both ways of showing edits. */
export class PolicyRun {
  readonly #policy: Policy;
  readonly #measure: Measure;
  readonly #diffs = new ContextSize();
  readonly #oneLine: ContextSize | undefined;
  readonly #inserted = { diffs: 0, oneLine: 0 };

  constructor(policy: Policy, measure: Measure) {
    this.#policy = policy;
    this.#measure = measure;
    this.#oneLine = policy.edits === "diffs" ? undefined : new ContextSize();
  }

  /** Puts a result into the conversation. `inserted`: where it is known already. */
  insert(
    step: ResultingStep,
    shared: Shared,
    inserted: InsertedText = this.#policy.insert(step, shared),
  ): TextSizes {
    const diffs = this.#measure(inserted.text);
    const isShortened = step.op === "edit" && this.#policy.edits === "both";
    const oneLine = isShortened ? this.#measure(`${inserted.head ?? ""}Edited ${step.path}.`) : diffs;
    this.#diffs.add(diffs, step.id);
    this.#oneLine?.add(oneLine, step.id);
    return { diffs, oneLine };
  }

  /** How long the conversation was at each call, with edits in one line where the policy can show them so. */
  get lengths(): readonly number[] {
    return (this.#oneLine ?? this.#diffs).lengths;
  }

  /**
   * Something was said: `size` in the unit of the measure; a text of the model is a call unless it goes on.
   *
   * @param isLapsed whether the cache's lifetime was over at the call
   */
  say(size: number, isCall: boolean, isCounted = true, isLapsed = false): void {
    for (const context of this.#contexts()) {
      if (isCall) {
        this.#policy.beforeCall?.(context);
        context.call(isCounted, isLapsed);
      }
      context.add(size);
    }
  }

  /**
   * Takes results and messages out.
   *
   * @param said how long the messages are together that a compaction keeps, or that are taken out
   * @param text what stands in the place of the results
   */
  remove(
    step: Step & { op: "compact" | "forget" },
    said = 0,
    text = this.#policy.remove?.(step) ?? "",
  ): TextSizes {
    const size = text === "" ? 0 : this.#measure(text);
    for (const context of this.#contexts()) {
      if (step.op === "compact") {
        context.compact(new Set(step.kept));
        context.add(said);
      } else {
        context.forget(new Set(step.ids), said);
      }
      context.add(size);
    }
    return { diffs: size, oneLine: size };
  }

  /** A text of these sizes was read by a model call, so it counts as inserted. */
  count({ diffs, oneLine }: TextSizes): void {
    this.#inserted.diffs += diffs;
    this.#inserted.oneLine += oneLine;
  }

  /** Adds this conversation to the policy's sums. */
  addTo(totals: PolicyTotals): void {
    add(totals.diffs, this.#inserted.diffs, this.#diffs.totals);
    if (totals.oneLine && this.#oneLine) add(totals.oneLine, this.#inserted.oneLine, this.#oneLine.totals);
  }

  #contexts(): ContextSize[] {
    return this.#oneLine ? [this.#diffs, this.#oneLine] : [this.#diffs];
  }
}

const add = (cost: PolicyCost, inserted: number, calls: CallTotals): void => {
  cost.inserted += inserted;
  cost.calls += calls.calls;
  cost.input += calls.input;
  cost.cached += calls.cached;
  cost.rewritten += calls.rewritten;
  cost.priced += calls.priced;
};
