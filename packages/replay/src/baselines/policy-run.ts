import type { ResultingStep, Step } from "../step.js";
import { type CallTotals, ContextSize } from "./context-size.js";
import type { Policy, Shared } from "./policy.js";
import { splitInsertion } from "./split-insertion.js";

/** What a policy inserted, and what that makes of the model calls. */
export interface Spent extends CallTotals {
  inserted: number;
}

/** A policy's sums over sessions: with edits shown as diffs, and with edits shown as one line. */
export interface PolicyTotals {
  readonly name: string;
  readonly diffs: Spent;
  /** Absent where the policy needs its diffs. */
  readonly oneLine?: Spent | undefined;
}

/** The length of a text in the unit of the report. */
export type Measure = (text: string) => number;

const nothing = (): Spent => ({ inserted: 0, calls: 0, input: 0, priced: 0 });

/** Sums of nothing, for a policy. */
export const emptyPolicyTotals = ({ name, needsDiffs }: Policy): PolicyTotals => ({
  name,
  diffs: nothing(),
  ...(needsDiffs !== true && { oneLine: nothing() }),
});

const oneLine = (policy: Policy, step: ResultingStep & { op: "edit" }, text: string): string => {
  if (policy.ownFormat) return text;
  return `${splitInsertion(text, step.id, step.path).head}Edited ${step.path}.`;
};

/** One policy in one conversation, in both ways of showing edits. */
export class PolicyRun {
  readonly #policy: Policy;
  readonly #measure: Measure;
  readonly #diffs = new ContextSize();
  readonly #oneLine: ContextSize | undefined;
  #inserted = { diffs: 0, oneLine: 0 };

  constructor(policy: Policy, measure: Measure) {
    this.#policy = policy;
    this.#measure = measure;
    this.#oneLine = policy.needsDiffs ? undefined : new ContextSize();
  }

  /** Puts a result into the conversation. `text`: where it is known already. */
  insert(step: ResultingStep, shared: Shared, text = this.#policy.insert(step, shared)): void {
    const size = this.#measure(text);
    this.#diffs.add(size, step.id);
    this.#inserted.diffs += size;
    if (!this.#oneLine) return;
    const short = step.op === "edit" ? this.#measure(oneLine(this.#policy, step, text)) : size;
    this.#oneLine.add(short, step.id);
    this.#inserted.oneLine += short;
  }

  /** Something was said: `size` in the unit of the measure; a text of the model is a call unless it goes on. */
  say(size: number, isCall: boolean): void {
    for (const context of this.#contexts()) {
      if (isCall) {
        this.#policy.beforeCall?.(context);
        context.call();
      }
      context.add(size);
    }
  }

  /** Takes results out. `text` is what stands in their place. */
  remove(step: Step & { op: "compact" | "forget" }, text = this.#policy.remove?.(step) ?? ""): void {
    const size = text === "" ? 0 : this.#measure(text);
    for (const context of this.#contexts()) {
      if (step.op === "compact") context.compact(new Set(step.kept));
      else context.clear({ ids: new Set(step.ids) }, 0);
      context.add(size);
    }
    this.#inserted.diffs += size;
    this.#inserted.oneLine += size;
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

const add = (spent: Spent, inserted: number, { calls, input, priced }: CallTotals): void => {
  spent.inserted += inserted;
  spent.calls += calls;
  spent.input += input;
  spent.priced += priced;
};
