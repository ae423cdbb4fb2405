import { asRecorded } from "./baselines/as-recorded.js";
import { clearOldResults } from "./baselines/clear-old-results.js";
import { cutHeadAndTail } from "./baselines/cut-head-and-tail.js";
import { everythingWhole } from "./baselines/everything-whole.js";
import { maskOldResults } from "./baselines/mask-old-results.js";
import { type InsertedText, numberedLines, type Policy } from "./baselines/policy.js";
import { emptyPolicyTotals, type Measure, PolicyRun, type TextSizes } from "./baselines/policy-run.js";
import { maskAsGeminiCli, pruneAsOpenCode } from "./baselines/prune-old-results.js";
import { sameRangeAgain } from "./baselines/same-range-again.js";
import { tailOfLines } from "./baselines/tail-of-lines.js";
import {
  defaultLedger,
  type Inserted,
  type LedgerChoice,
  LedgerPolicy,
  leanLedger,
} from "./ledger-policy.js";
import { MessagesPolicy } from "./messages-policy.js";
import type { ReplayOptions } from "./replay-options.js";
import { addVerdict, type Totals } from "./report/totals.js";
import type { InsertedByWays, SessionTrace } from "./session-trace.js";
import type { ResultingStep, Step } from "./step.js";
import { UncutPolicy } from "./uncut-policy.js";

/** The two ways to use the packages that a report is about, and the second of them without caps. */
interface Ways {
  readonly messages: MessagesPolicy;
  readonly lean: LedgerPolicy;
  readonly leanWhole: UncutPolicy;
}

/** Where nothing is compared. */
const NO_WAYS = { messages: 0, lean: 0 } as const;

/** A result as all policies put it into the conversation. */
export interface InsertedByAll {
  /** By the ledger that the tables are of. */
  readonly inserted: Inserted;
  /** Where compared. */
  readonly ways: InsertedByWays | undefined;
  /** Its sizes under each policy. */
  readonly sizes: readonly TextSizes[];
}

/** One conversation under the ledger and, where asked for, under all policies that the report has a row for. */
export class PolicyRuns {
  readonly #options: ReplayOptions;
  readonly #isOwn: boolean;
  readonly #ledger: LedgerPolicy;
  /** All that are used, the one that the tables are of first. */
  readonly #ledgers: LedgerPolicy[] = [];
  /** Where compared. */
  #ways: Ways | undefined;
  readonly #runs: readonly { readonly policy: Policy; readonly run: PolicyRun }[];

  /**
   * @param isOwn whether the recording is of own step lines, whose results may be recalled
   * @param measure the length of a text in the unit of the report
   */
  constructor(options: ReplayOptions, isOwn: boolean, measure: Measure) {
    this.#options = options;
    this.#isOwn = isOwn;
    const { compare, union = false, acrossEdits = false } = options;
    this.#ledger = this.#ledgerOf(defaultLedger(union, acrossEdits));
    const policies = compare ? this.#policies() : [];
    this.#runs = policies.map((policy) => ({ policy, run: new PolicyRun(policy, measure) }));
  }

  /** Whether policies are compared. */
  get isCompared(): boolean {
    return this.#ways !== undefined;
  }

  /** How long the conversation was at each call, under each policy. */
  get lengths(): SessionTrace["lengths"] {
    return this.#runs.map(({ policy, run }) => ({ name: policy.name, calls: run.lengths }));
  }

  /** Something was said; see {@link PolicyRun}. */
  say(size: number, isCall: boolean, isCounted?: boolean, isLapsed?: boolean): void {
    for (const { run } of this.#runs) run.say(size, isCall, isCounted, isLapsed);
  }

  /** Puts a result into the conversation. */
  insert(step: ResultingStep): InsertedByAll {
    const inserted = this.#ledger.insert(step);
    const numbered = step.op === "read" && this.isCompared ? numberedLines(step) : "";
    const diff = step.op === "edit" ? inserted.text.slice(inserted.head?.length) : "";
    const shared = { numbered, diff };
    const ways = this.#insertByWays(step);
    const sizes = this.#runs.map(({ policy, run }) =>
      run.insert(step, shared, policy === this.#ledger ? inserted : this.#insertedBy(policy, ways)),
    );
    return { inserted, ways, sizes };
  }

  /**
   * Takes results and messages out.
   *
   * @param said how long the messages are together that a compaction keeps, or that are taken out
   * @returns what stands in their place under the ledger, and its sizes under each policy
   */
  remove(
    step: Step & { op: "compact" | "forget" },
    said: number,
  ): { readonly text: string; readonly sizes: readonly TextSizes[] } {
    const text = this.#ledger.remove(step);
    const { lean = "", leanWhole = "" } = this.#ways?.leanWhole.removeBoth(step) ?? {};
    const removed = new Map<Policy | undefined, string>([
      [this.#ledger, text],
      [this.#ways?.lean, lean],
      [this.#ways?.leanWhole, leanWhole],
    ]);
    const sizes = this.#runs.map(({ policy, run }) => run.remove(step, said, removed.get(policy)));
    return { text, sizes };
  }

  /** What goes in by the two ways, of the sizes under all policies. */
  sizesOfWays(sizes: readonly TextSizes[]): { readonly messages: number; readonly lean: number } {
    if (!this.#ways) return NO_WAYS;
    const sizeOf = (policy: Policy): number =>
      sizes[this.#runs.findIndex((run) => run.policy === policy)]?.diffs ?? 0;
    return { messages: sizeOf(this.#ways.messages), lean: sizeOf(this.#ways.lean) };
  }

  /** A text of these sizes was read by a model call, so it counts as inserted. */
  count(sizes: readonly TextSizes[]): void {
    for (const [at, size] of sizes.entries()) this.#runs[at]?.run.count(size);
  }

  /** Adds what the policies cost, and what was found of their texts. */
  addTo(totals: Totals): void {
    for (const [at, { policy, run }] of this.#runs.entries()) {
      totals.policies[at] ??= emptyPolicyTotals(policy);
      run.addTo(totals.policies[at]);
    }
    const own = [...this.#ledgers, ...(this.#ways ? [this.#ways.leanWhole, this.#ways.messages] : [])];
    for (const { name, verdict } of own) if (verdict) addVerdict(totals, name, verdict);
  }

  #ledgerOf(choice: LedgerChoice): LedgerPolicy {
    const known = this.#ledgers.find(({ name }) => name === choice.name);
    if (known) return known;
    const policy = new LedgerPolicy(choice, this.#isOwn, this.#options.verify === true);
    this.#ledgers.push(policy);
    return policy;
  }

  /** What the report has a row for, in the order of its rows. */
  #policies(): Policy[] {
    const { variants, verify = false, countTokens, union = false, acrossEdits = false } = this.#options;
    const unit = countTokens ? "tokens" : "characters";
    const ledgers = variants
      ? [
          defaultLedger(false, false),
          defaultLedger(true, false),
          defaultLedger(false, true),
          defaultLedger(true, true),
        ]
      : [defaultLedger(union, acrossEdits)];
    const own = ledgers.map((choice) => this.#ledgerOf(choice));
    const lean = this.#ledgerOf(leanLedger(false));
    this.#ways = { messages: new MessagesPolicy(verify), lean, leanWhole: new UncutPolicy(lean) };
    return [
      asRecorded(),
      everythingWhole(),
      cutHeadAndTail(),
      tailOfLines(),
      sameRangeAgain(),
      clearOldResults(unit),
      maskOldResults(5, unit),
      maskOldResults(10, unit),
      pruneAsOpenCode(unit),
      maskAsGeminiCli(unit),
      ...own,
      this.#ways.lean,
      this.#ways.leanWhole,
      this.#ways.messages,
    ];
  }

  #insertByWays(step: ResultingStep): InsertedByWays | undefined {
    if (!this.#ways) return undefined;
    const { messages, leanWhole } = this.#ways;
    const { lean, leanWhole: whole } = leanWhole.insertBoth(step);
    return { messages: messages.insert(step), lean, leanWhole: whole };
  }

  /** What a way inserted; of another policy nothing is known yet. */
  #insertedBy(policy: Policy, inserted: InsertedByWays | undefined): InsertedText | undefined {
    if (policy === this.#ways?.messages) return inserted?.messages;
    if (policy === this.#ways?.lean) return inserted?.lean;
    return policy === this.#ways?.leanWhole ? inserted?.leanWhole : undefined;
  }
}
