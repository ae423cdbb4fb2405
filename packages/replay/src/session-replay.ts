import { countCharacters } from "@lembas/format";
import type { Measure, TextSizes } from "./baselines/policy-run.js";
import { isStandIn } from "./files/file-version.js";
import type { Inserted } from "./ledger-policy.js";
import { PolicyRuns } from "./policy-runs.js";
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
import { type TracedResult, toolRow, traceResult } from "./session-trace.js";
import type { ResultingStep, Step } from "./step.js";
import { UnreadResults } from "./unread-results.js";
import { Verifier } from "./verify/verifier.js";

const REMEMBERED_TEXTS = 16;

/** How long providers keep a prefix in their cache after its last use, in milliseconds. */
const CACHE_LIFETIME = 300_000;

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
  readonly #policies: PolicyRuns;
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
    this.#recorded =
      options.verify && isOwn
        ? new Verifier({ recalls: true, isNumbered: undefined, hasWrites: true })
        : undefined;
    this.#measure = this.#countTokens ?? this.#countCharacters;
    this.#policies = new PolicyRuns(options, isOwn, this.#measure);
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
    for (const { given } of this.#unread.rest) {
      this.#totals.unread.results += 1;
      this.#totals.unread.characters += given;
    }
    if (this.#recorded && countChecked(this.#recorded.verdict) > 0)
      addVerdict(this.#totals, "as recorded", this.#recorded.verdict);
    this.#policies.addTo(this.#totals);
    if (this.#policies.isCompared)
      this.#options.onSession?.({ results: this.#traced, lengths: this.#policies.lengths });
  }

  #say({ id, role, text, continued, isCounted, time }: Step & { op: "message" }): void {
    const isCall = role === "assistant" && !continued;
    if (isCall) this.#unread.call();
    if (!this.#policies.isCompared) return;
    const size = this.#measure(text);
    if (id !== undefined) this.#said.set(id, (this.#said.get(id) ?? 0) + size);
    const isLapsed = isCall && this.#isLapsed(time, isCounted);
    this.#policies.say(size, isCall, isCounted, isLapsed);
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
    const { inserted, ways, sizes } = this.#policies.insert(step);
    this.#options.onInserted?.(inserted.text);
    const given = this.#givenCharacters(step, inserted);
    const size = inserted.entry?.characters.inserted ?? this.#countCharacters(inserted.text);
    const { messages, lean } = this.#policies.sizesOfWays(sizes);
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

  #remove(step: Step & { op: "compact" | "forget" }): void {
    // Who writes a summary reads what it is of.
    if (step.op === "compact") this.#unread.call();
    else this.#unread.remove(step.ids);
    this.#recorded?.remove(step);
    const { text, sizes } = this.#policies.remove(step, this.#saidOf(step));
    if (step.op === "forget" || step.isCounted === false) return;
    if (text !== "") this.#options.onInserted?.(text);
    const inserted = countCharacters(text);
    const row: Row = {
      steps: 1,
      given: 0,
      inserted,
      stubs: 0,
      capped: 0,
      givenTokens: 0,
      insertedTokens: this.#countTokens?.(text) ?? 0,
      ...this.#policies.sizesOfWays(sizes),
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
      this.#policies.count(sizes);
    };
    this.#unread.add({ id, given, count });
  }
}
