import { countCharacters } from "@lembas/format";
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
import { isStandIn } from "./files/file-version.js";
import {
  defaultLedger,
  type Inserted,
  type LedgerChoice,
  LedgerPolicy,
  leanLedger,
} from "./ledger-policy.js";
import { MessagesPolicy } from "./messages-policy.js";
import type { ReplayOptions } from "./replay-options.js";
import { accountStep } from "./report/account-step.js";
import { addCauses, type Causes } from "./report/causes.js";
import { countOverwritten, countReworded } from "./report/reworded.js";
import {
  addRow,
  addTool,
  addVerdict,
  countChecked,
  type Row,
  type StepKind,
  type ToolRow,
  type Totals,
} from "./report/totals.js";
import {
  type InsertedByWays,
  type SessionTrace,
  type TracedResult,
  toolRow,
  traceResult,
} from "./session-trace.js";
import type { ResultingStep, Step } from "./step.js";
import { UncutPolicy } from "./uncut-policy.js";
import { UnreadResults } from "./unread-results.js";
import { Verifier } from "./verify/verifier.js";

const REMEMBERED_TEXTS = 16;

/** How long providers keep a prefix in their cache after its last use, in milliseconds. */
const CACHE_LIFETIME = 300_000;

/** Where nothing is compared. */
const NO_WAYS = { messages: 0, lean: 0 } as const;

const kindOf = (step: ResultingStep): StepKind =>
  step.op === "edit" && step.before === null ? "write" : step.op;

/** What one text adds to the sums. */
interface CountedText {
  readonly id?: string | undefined;
  readonly given: number;
  readonly kind: StepKind;
  readonly row: Row;
  readonly causes: Causes;
  readonly standIns: number;
  readonly reworded?: number | undefined;
  readonly overwritten?: number | undefined;
  /** The sizes of its text under each policy. */
  readonly sizes: readonly TextSizes[];
  readonly tool?: ToolRow | undefined;
  readonly traced?: TracedResult | undefined;
}

/** The two ways to use the packages that a report is about, and the second of them without caps. */
interface Ways {
  readonly messages: MessagesPolicy;
  readonly lean: LedgerPolicy;
  readonly leanWhole: UncutPolicy;
}

/** Most policies insert the same texts: a step's are counted once, where there are many. */
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
  readonly #countCharacters: Measure;
  /** In the unit of the policies. */
  readonly #measure: Measure;
  readonly #totals: Totals;
  readonly #ledger: LedgerPolicy;
  readonly #runs: readonly { readonly policy: Policy; readonly run: PolicyRun }[];
  /** All that are used, the one that the tables are of first. */
  readonly #ledgers: LedgerPolicy[] = [];
  /** Where compared. */
  #ways: Ways | undefined;
  readonly #traced: TracedResult[] = [];
  /** When the model was called last. */
  #calledAt: number | undefined;
  /** Checks the recorded texts themselves, where the session had texts of ours. */
  readonly #recorded: Verifier | undefined;
  readonly #unread = new UnreadResults();
  /** How long the messages are together that have a name, by it, in the unit of the policies. */
  #said = new Map<string, number>();

  /** @param isOwn whether the recording is of own step lines: it may recall results, and hold texts of the packages */
  constructor(options: ReplayOptions, totals: Totals, isOwn: boolean) {
    this.#options = options;
    this.#countCharacters = options.compare ? remembering(countCharacters) : countCharacters;
    this.#countTokens = options.countTokens && remembering(options.countTokens);
    this.#totals = totals;
    const { union = false, acrossEdits = false } = options;
    this.#recorded =
      options.verify && isOwn
        ? new Verifier({ recalls: true, isNumbered: undefined, hasWrites: true })
        : undefined;
    this.#ledger = this.#ledgerOf(defaultLedger(union, acrossEdits), isOwn);
    this.#measure = this.#countTokens ?? this.#countCharacters;
    this.#runs = this.#policies(isOwn).map((policy) => ({
      policy,
      run: new PolicyRun(policy, this.#measure),
    }));
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
    for (const { given } of this.#unread.rest) {
      this.#totals.unread.results += 1;
      this.#totals.unread.characters += given;
    }
    if (this.#recorded && countChecked(this.#recorded.verdict) > 0)
      addVerdict(this.#totals, "as recorded", this.#recorded.verdict);
    const own = [...this.#ledgers, ...(this.#ways ? [this.#ways.leanWhole, this.#ways.messages] : [])];
    for (const { name, verdict } of own) if (verdict) addVerdict(this.#totals, name, verdict);
    if (this.#ways) this.#options.onSession?.(this.#trace());
  }

  #trace(): SessionTrace {
    const lengths = this.#runs.map(({ policy, run }) => ({ name: policy.name, calls: run.lengths }));
    return { results: this.#traced, lengths };
  }

  #ledgerOf(choice: LedgerChoice, isOwn: boolean): LedgerPolicy {
    const known = this.#ledgers.find(({ name }) => name === choice.name);
    if (known) return known;
    const policy = new LedgerPolicy(choice, isOwn, this.#options.verify === true);
    this.#ledgers.push(policy);
    return policy;
  }

  /** What the report has a row for, in the order of its rows. */
  #policies(isOwn: boolean): Policy[] {
    const { compare, variants, countTokens, union = false, acrossEdits = false } = this.#options;
    if (!compare) return [];
    const unit = countTokens ? "tokens" : "characters";
    const ledgers = variants
      ? [
          defaultLedger(false, false),
          defaultLedger(true, false),
          defaultLedger(false, true),
          defaultLedger(true, true),
        ]
      : [defaultLedger(union, acrossEdits)];
    const own = ledgers.map((choice) => this.#ledgerOf(choice, isOwn));
    const lean = this.#ledgerOf(leanLedger(false), isOwn);
    const messages = new MessagesPolicy(this.#options.verify === true);
    this.#ways = { messages, lean, leanWhole: new UncutPolicy(lean) };
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

  #say({ id, role, text, continued, isCounted, time }: Step & { op: "message" }): void {
    const isCall = role === "assistant" && !continued;
    if (isCall) this.#unread.call();
    if (this.#runs.length === 0) return;
    const size = this.#measure(text);
    if (id !== undefined) this.#said.set(id, (this.#said.get(id) ?? 0) + size);
    const isLapsed = isCall && this.#isLapsed(time, isCounted);
    for (const { run } of this.#runs) run.say(size, isCall, isCounted, isLapsed);
  }

  /** Whether a call comes after the lifetime of the cache: not where the recording does not say when it came. */
  #isLapsed(time: number | undefined, isCounted = true): boolean {
    const before = this.#calledAt;
    this.#calledAt = time;
    // What came before the one before says nothing of how long after it came.
    if (time === undefined || before === undefined || time < before) return false;
    const isLapsed = time - before > CACHE_LIFETIME;
    if (isCounted) {
      this.#totals.times.timed += 1;
      if (isLapsed) this.#totals.times.lapsed += 1;
    }
    return isLapsed;
  }

  #insert(step: ResultingStep): void {
    if (step.given.startsWith(`[${step.id}`)) this.#recorded?.insert(step, step.given);
    const inserted = this.#ledger.insert(step);
    this.#options.onInserted?.(inserted.text);
    const numbered = step.op === "read" && this.#options.compare ? numberedLines(step) : "";
    const diff = step.op === "edit" ? inserted.text.slice(inserted.head?.length) : "";
    const shared = { numbered, diff };
    const ways = this.#insertByWays(step);
    const sizes = this.#runs.map(({ policy, run }) =>
      run.insert(step, shared, policy === this.#ledger ? inserted : this.#insertedBy(policy, ways)),
    );
    const given = this.#givenCharacters(step, inserted);
    const size = inserted.entry?.characters.inserted ?? this.#countCharacters(inserted.text);
    const { messages, lean } = this.#sizesOfWays(sizes);
    const row: Row = {
      steps: 1,
      given,
      inserted: size,
      stubs: inserted.kind === "stub" ? 1 : 0,
      capped: inserted.kind === "capped" ? 1 : 0,
      givenTokens: this.#countTokens?.(step.given) ?? 0,
      insertedTokens: this.#countTokens?.(inserted.text) ?? 0,
      messages,
      lean,
    };
    const causes = accountStep(step, inserted, { given, inserted: size });
    const standIns = step.op === "edit" ? inserted.text.split("\n").filter(isStandIn).length : 0;
    const kind = kindOf(step);
    const tool = ways && toolRow(step, given, ways, this.#countCharacters);
    const reworded = ways && countReworded(step, ways.leanWhole);
    const overwritten = ways && countOverwritten(step, ways.messages);
    const traced = this.#options.onSession && tool && traceResult(step, kind, tool, ways);
    if (traced) this.#traced.push(traced);
    if (step.isCounted !== false)
      this.#later({
        id: step.id,
        given,
        kind,
        row,
        causes,
        standIns,
        reworded,
        overwritten,
        sizes,
        tool,
        traced,
      });
  }

  /** How many characters the recorded result has: of an output that stands as it was, the ledger has counted them. */
  #givenCharacters(step: ResultingStep, { entry }: Inserted): number {
    return step.op === "output" && step.text === step.given && entry !== undefined
      ? entry.characters.given
      : this.#countCharacters(step.given);
  }

  #insertByWays(step: ResultingStep): InsertedByWays | undefined {
    if (!this.#ways) return undefined;
    const { messages, leanWhole } = this.#ways;
    return { messages: messages.insert(step), ...leanWhole.insertBoth(step) };
  }

  /** What a way inserted; of another policy nothing is known yet. */
  #insertedBy(policy: Policy, inserted: InsertedByWays | undefined): InsertedText | undefined {
    if (policy === this.#ways?.messages) return inserted?.messages;
    if (policy === this.#ways?.lean) return inserted?.lean;
    return policy === this.#ways?.leanWhole ? inserted?.leanWhole : undefined;
  }

  /** What goes in by the two ways, of the sizes under all policies. */
  #sizesOfWays(sizes: readonly TextSizes[]): { readonly messages: number; readonly lean: number } {
    if (!this.#ways) return NO_WAYS;
    const sizeOf = (policy: Policy): number =>
      sizes[this.#runs.findIndex((run) => run.policy === policy)]?.diffs ?? 0;
    return { messages: sizeOf(this.#ways.messages), lean: sizeOf(this.#ways.lean) };
  }

  #remove(step: Step & { op: "compact" | "forget" }): void {
    // Who writes a summary reads what it is of.
    if (step.op === "compact") this.#unread.call();
    else this.#unread.remove(step.ids);
    this.#recorded?.remove(step);
    const text = this.#ledger.remove(step);
    const { lean = "", leanWhole = "" } = this.#ways?.leanWhole.removeBoth(step) ?? {};
    const removed = new Map<Policy | undefined, string>([
      [this.#ledger, text],
      [this.#ways?.lean, lean],
      [this.#ways?.leanWhole, leanWhole],
    ]);
    const said = this.#saidOf(step);
    const sizes = this.#runs.map(({ policy, run }) => run.remove(step, said, removed.get(policy)));
    if (step.op === "forget" || step.isCounted === false) return;
    if (text !== "") this.#options.onInserted?.(text);
    const inserted = countCharacters(text);
    const row: Row = {
      ...{ steps: 1, given: 0, inserted, stubs: 0, capped: 0, givenTokens: 0 },
      insertedTokens: this.#countTokens?.(text) ?? 0,
      ...this.#sizesOfWays(sizes),
    };
    this.#later({ given: 0, kind: "compact", row, causes: { tables: inserted }, standIns: 0, sizes });
  }

  /** How long the messages are together that a step keeps, or takes out. Only those that stay are known after it. */
  #saidOf({ op, messages = [] }: Step & { op: "compact" | "forget" }): number {
    const named = [...new Set(messages)].flatMap((id): [string, number][] => {
      const size = this.#said.get(id);
      return size === undefined ? [] : [[id, size]];
    });
    if (op === "compact") this.#said = new Map(named);
    else for (const [id] of named) this.#said.delete(id);
    return named.reduce((sum, [, size]) => sum + size, 0);
  }

  /** Counts a text when a model call has read it. */
  #later({
    id,
    given,
    kind,
    row,
    causes,
    standIns,
    reworded = 0,
    overwritten = 0,
    sizes,
    tool,
    traced,
  }: CountedText): void {
    const count = (): void => {
      if (tool) addTool(this.#totals, tool);
      if (traced) traced.isRead = true;
      addRow(this.#totals.rows[kind], row);
      addCauses(this.#totals.causes, causes);
      this.#totals.standIns += standIns;
      this.#totals.reworded += reworded;
      this.#totals.overwritten += overwritten;
      for (const [at, size] of sizes.entries()) this.#runs[at]?.run.count(size);
    };
    this.#unread.add({ id, given, count });
  }
}
