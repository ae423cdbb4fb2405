import { isJsonObject } from "@lembas/arguments";
import { SessionSteps, type Source } from "./files/session-steps.js";
import type { Format, Reader } from "./formats/format.js";
import type { Recorded } from "./formats/recorded.js";
import { ToolCalls } from "./formats/tool-calls.js";
import { extendTable } from "./formats/tool-rules.js";
import { Copies } from "./input/copies.js";
import type { OtherBranches } from "./input/other-branches.js";
import { timeOfValue } from "./input/time-of-value.js";
import type { ReplayOptions } from "./replay-options.js";
import type { RecordingValue } from "./replay-values.js";
import { Problems } from "./report/problems.js";
import { emptyTotals, type Totals } from "./report/totals.js";
import { SessionReplay } from "./session-replay.js";
import { Audience } from "./verify/audience.js";

/** One recording, value by value: each conversation in it is replayed by itself. */
export class RecordingReplay {
  readonly totals: Totals = emptyTotals();
  readonly problems = new Problems();
  readonly #options: ReplayOptions;
  readonly #format: Format;
  readonly #isOwn: boolean;
  readonly #others: OtherBranches;
  readonly #copies: Copies;
  #place = -1;
  #broken = 0;
  readonly #audience: Audience | undefined;
  readonly #calls: ToolCalls;
  readonly #reader: Reader;
  readonly #conversations = new Map<
    string,
    { readonly steps: SessionSteps; readonly replay: SessionReplay }
  >();

  constructor(format: Format, options: ReplayOptions, others: OtherBranches, counted: ReadonlySet<string>) {
    this.#format = format;
    this.#others = others;
    this.#copies = new Copies(format, counted);
    this.#options = options;
    this.#audience = options.verify ? new Audience() : undefined;
    this.#isOwn = format.name === "lembas";
    const table = extendTable(format.table, options.map?.[format.name]);
    this.#calls = new ToolCalls(table, this.problems);
    this.#reader = format.reader({ table, calls: this.#calls, problems: this.problems });
  }

  /** Whether all values are there that were looked through for branches. */
  get isOver(): boolean {
    return this.#place + 1 >= this.#others.of;
  }

  /** How many of its values are none, and of how many. */
  get broken(): { readonly lines: number; readonly of: number } {
    return { lines: this.#broken, of: this.#place + 1 };
  }

  /** The values that it had, for other recordings that may be copies of it. */
  get identities(): ReadonlySet<string> {
    return this.#copies.here;
  }

  add({ value, where }: RecordingValue): void {
    this.#place += 1;
    if (value === undefined) {
      this.#broken += 1;
      this.problems.add("broken line", where);
      return;
    }
    if (!isJsonObject(value) && !(Array.isArray(value) && this.#format.hasLists)) {
      this.problems.add("value that is no object", where);
      return;
    }
    const audience = this.#audience?.of(value);
    const novelty = this.#copies.novelty(value);
    if (this.#others.places.has(this.#place)) this.problems.add("entry of another branch, left out", where);
    else if (novelty === "copy") this.problems.add("copy of a line, left out", where);
    else {
      const source = { where, audience, isCounted: novelty === "new", time: timeOfValue(value) };
      for (const recorded of this.#reader.read(value, where)) this.#go(recorded, source);
    }
  }

  end(): void {
    for (const recorded of this.#reader.end()) this.#go(recorded, { where: "its end" });
    this.#calls.end();
    for (const name of [...this.#conversations.keys()]) this.#end(name);
  }

  #go(recorded: Recorded, source: Source): void {
    const name = recorded.conversation ?? "";
    const isCall = recorded.op === "message" && recorded.role === "assistant" && !recorded.continued;
    // Who writes a summary reads what it is of.
    if (isCall || recorded.op === "compact") this.#copies.found("call", name);
    else if ("result" in recorded) this.#copies.found("result", name);
    if (recorded.op === "end") {
      this.#end(name);
      return;
    }
    let conversation = this.#conversations.get(name);
    if (!conversation) {
      const replay = new SessionReplay(this.#options, this.totals, this.#isOwn);
      conversation = { steps: new SessionSteps(this.problems), replay };
      this.#conversations.set(name, conversation);
    }
    for (const step of conversation.steps.add(recorded, source)) conversation.replay.step(step);
  }

  #end(name: string): void {
    const conversation = this.#conversations.get(name);
    if (!conversation) return;
    this.#conversations.delete(name);
    for (const step of conversation.steps.end()) conversation.replay.step(step);
    conversation.replay.end();
    const { placement } = conversation.steps;
    for (const part of Object.keys(placement) as (keyof typeof placement)[])
      this.totals.placement[part] += placement[part];
  }
}
