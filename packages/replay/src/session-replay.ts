import { countCharacters } from "@lembas/format";
import { asRecorded } from "./baselines/as-recorded.js";
import { clearOldResults } from "./baselines/clear-old-results.js";
import { cutHeadAndTail } from "./baselines/cut-head-and-tail.js";
import { everythingWhole } from "./baselines/everything-whole.js";
import { diffOf, LedgerPolicy } from "./baselines/ledger-policy.js";
import type { Inserted } from "./baselines/ledger-run.js";
import { numberedLines, type Policy } from "./baselines/policy.js";
import { emptyPolicyTotals, type Measure, PolicyRun } from "./baselines/policy-run.js";
import { sameRangeAgain } from "./baselines/same-range-again.js";
import { tailOfLines } from "./baselines/tail-of-lines.js";
import { isStandIn } from "./files/file-version.js";
import type { ReplayOptions } from "./replay-options.js";
import { accountStep } from "./report/account-step.js";
import { addCauses } from "./report/causes.js";
import { addVerdict, type StepKind, type Totals } from "./report/totals.js";
import type { ResultingStep, Step } from "./step.js";
import { Verifier } from "./verify/verifier.js";

const REMEMBERED_TEXTS = 16;

const kindOf = (step: ResultingStep): StepKind =>
  step.op === "edit" && step.before === null ? "write" : step.op;

/** Most policies insert the same texts: a step's are counted once. */
const remembering = (measure: Measure): Measure => {
  const sizes = new Map<string, number>();
  return (text) => {
    const known = sizes.get(text);
    if (known !== undefined) return known;
    if (sizes.size >= REMEMBERED_TEXTS) sizes.clear();
    const size = measure(text);
    sizes.set(text, size);
    return size;
  };
};

/** One conversation put through the packages and, where asked for, through other policies. */
export class SessionReplay {
  readonly #options: ReplayOptions;
  readonly #countTokens: Measure | undefined;
  readonly #totals: Totals;
  readonly #ours: LedgerPolicy;
  readonly #runs: readonly { readonly policy: Policy; readonly run: PolicyRun }[];
  readonly #verifiers = new Map<string, Verifier>();

  /** @param recalls whether the recording may recall results, so that they have to be kept */
  constructor(options: ReplayOptions, totals: Totals, recalls: boolean) {
    this.#options = options;
    this.#countTokens = options.countTokens && remembering(options.countTokens);
    this.#totals = totals;
    const { union = false, acrossEdits = false } = options;
    const ledger = (more: { union: boolean; acrossEdits: boolean }): LedgerPolicy => {
      const verifier = options.verify ? new Verifier({ recalls }) : undefined;
      const policy = new LedgerPolicy(more, recalls ? undefined : 0, verifier);
      if (verifier) this.#verifiers.set(policy.name, verifier);
      return policy;
    };
    this.#ours = ledger({ union, acrossEdits });
    const unit = options.countTokens ? "tokens" : "characters";
    const choices = [false, true].flatMap((across) =>
      [false, true].map((together) => ({ union: together, acrossEdits: across })),
    );
    const ledgers = (): Policy[] =>
      choices.map((choice) =>
        choice.union === union && choice.acrossEdits === acrossEdits ? this.#ours : ledger(choice),
      );
    const plain = [
      everythingWhole(),
      cutHeadAndTail(),
      tailOfLines(),
      sameRangeAgain(),
      clearOldResults(unit),
    ];
    const policies = options.compare
      ? [asRecorded(), ...plain, ...ledgers()]
      : options.calls
        ? [asRecorded(), this.#ours]
        : [];
    const measure = this.#countTokens ?? countCharacters;
    this.#runs = policies.map((policy) => ({ policy, run: new PolicyRun(policy, measure) }));
    totals.conversations += 1;
  }

  /** Goes one step on. */
  step(step: Step): void {
    if (step.op === "message") this.#say(step);
    else if (step.op === "compact" || step.op === "forget") this.#remove(step);
    else this.#insert(step);
  }

  /** The conversation is over: adds what its policies and verifiers found. */
  end(): void {
    for (const [at, { policy, run }] of this.#runs.entries()) {
      this.#totals.policies[at] ??= emptyPolicyTotals(policy);
      run.addTo(this.#totals.policies[at]);
    }
    for (const [name, verifier] of this.#verifiers) addVerdict(this.#totals, name, verifier.verdict);
  }

  #say({ role, text, continued }: Step & { op: "message" }): void {
    if (this.#runs.length === 0) return;
    const size = (this.#countTokens ?? countCharacters)(text);
    for (const { run } of this.#runs) run.say(size, role === "assistant" && !continued);
  }

  #insert(step: ResultingStep): void {
    const inserted = this.#ours.put(step);
    this.#count(step, inserted);
    this.#options.onInserted?.(inserted.text);
    const numbered = step.op === "read" && this.#options.compare ? numberedLines(step) : "";
    const shared = { numbered, diff: diffOf(step, inserted.text) };
    for (const { policy, run } of this.#runs)
      run.insert(step, shared, policy === this.#ours ? inserted.text : undefined);
  }

  #remove(step: Step & { op: "compact" | "forget" }): void {
    const text = this.#ours.remove(step);
    if (step.op === "compact") {
      const row = this.#totals.rows.compact;
      const characters = countCharacters(text);
      row.steps += 1;
      row.inserted += characters;
      row.insertedTokens += this.#countTokens?.(text) ?? 0;
      addCauses(this.#totals.causes, { tables: characters });
      if (text !== "") this.#options.onInserted?.(text);
    }
    for (const { policy, run } of this.#runs) run.remove(step, policy === this.#ours ? text : undefined);
  }

  #count(step: ResultingStep, inserted: Inserted): void {
    const { rows, causes } = this.#totals;
    const row = rows[kindOf(step)];
    row.steps += 1;
    row.given += countCharacters(step.given);
    row.inserted += countCharacters(inserted.text);
    if (inserted.kind === "stub") row.stubs += 1;
    if (inserted.kind === "capped") row.capped += 1;
    row.givenTokens += this.#countTokens?.(step.given) ?? 0;
    row.insertedTokens += this.#countTokens?.(inserted.text) ?? 0;
    addCauses(causes, accountStep(step, inserted));
    if (step.op === "edit") this.#totals.standIns += inserted.text.split("\n").filter(isStandIn).length;
  }
}
