import { isJsonObject } from "@lembas/arguments";
import { SessionSteps, type Source } from "./files/session-steps.js";
import { formats, recognise } from "./formats/all-formats.js";
import type { Format, Reader } from "./formats/format.js";
import type { Recorded } from "./formats/recorded.js";
import { ToolCalls } from "./formats/tool-calls.js";
import { extendTable } from "./formats/tool-rules.js";
import { unreadAgent } from "./formats/unread-agents.js";
import { Copies } from "./input/copies.js";
import { type OtherBranches, otherBranches } from "./input/other-branches.js";
import { timeOfValue } from "./input/time-of-value.js";
import type { ReplayOptions } from "./replay-options.js";
import { Problems } from "./report/problems.js";
import { emptyTotals, type RecordingReport, type Totals } from "./report/totals.js";
import { SessionReplay } from "./session-replay.js";
import { Audience } from "./verify/audience.js";

/** How many values of a file are looked at to find its format. */
const LOOKED_AT = 200;

/** Of a format whose sessions do not branch. */
const NO_BRANCHES: OtherBranches = { places: new Set(), of: Number.POSITIVE_INFINITY };

/** One JSON value of a recording and where it stands; `undefined` is a line that is no JSON. */
export interface RecordingValue {
  readonly value: unknown;
  readonly where: string;
}

/** A file in a format that is not known. */
export class UnknownFormatError extends Error {
  override readonly name = "UnknownFormatError";
  /** The agent that wrote the file, where it is one that is known by name and not read. */
  readonly agent: string | undefined;

  /** @param reason what it is instead, where that is known: a sentence's end */
  constructor(file: string, reason?: string, agent?: string) {
    super(
      reason === undefined
        ? `${file} is no recording that is known. Known: ${formats.map(({ title }) => title).join(", ")}.`
        : `${file} ${reason}`,
    );
    this.agent = agent;
  }
}

class RecordingReplay {
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

/** What a replay found, and what it takes to tell copies of it in other recordings. */
export interface ReplayedValues {
  readonly report: RecordingReport;
  readonly identities: ReadonlySet<string>;
}

type Values = AsyncIterable<RecordingValue> | Iterable<RecordingValue>;

/** The places of other branches, by the names of what their entries may be copies of. */
const branchesOf = async (
  values: Values,
  format: Format,
  entry: NonNullable<Format["entry"]>,
): Promise<OtherBranches> => {
  const copies = new Copies(format, new Set());
  return otherBranches(values, (value) => {
    if (copies.novelty(value) === "copy") return undefined;
    const found = entry(value);
    return found && copies.toOriginal(found);
  });
};

/** A recording whose lines are mostly no JSON is another text, with a recording in it. */
const checkLines = (file: string, { lines, of }: { readonly lines: number; readonly of: number }): void => {
  if (2 * lines > of)
    throw new UnknownFormatError(file, `is no recording: ${lines} of its ${of} lines are not JSON.`);
};

/**
 * Replays one recording among others.
 *
 * @param counted the values that others had: they are replayed, but not counted again
 */
export const replayAmongOthers = async (
  values: Values,
  file: string,
  options: ReplayOptions,
  again: (() => Values) | undefined,
  counted: ReadonlySet<string>,
): Promise<ReplayedValues> => {
  let format: Format | undefined;
  let replay: RecordingReplay | undefined;
  const waiting: RecordingValue[] = [];
  const begin = (found: Format, others: OtherBranches): RecordingReplay => {
    const begun = new RecordingReplay(found, options, others, counted);
    for (const value of waiting.splice(0)) begun.add(value);
    return begun;
  };
  for await (const value of values) {
    if (replay?.isOver || options.signal?.aborted) break;
    if (replay) {
      replay.add(value);
      continue;
    }
    waiting.push(value);
    if (!format) {
      const agent = unreadAgent(value.value);
      if (agent !== undefined)
        throw new UnknownFormatError(file, `is a recording of ${agent}, which is not read.`, agent);
      format = recognise(value.value);
    }
    if (!format && waiting.length >= LOOKED_AT) break;
    if (!format) continue;
    if (!format.entry) replay = begin(format, NO_BRANCHES);
    else if (again) replay = begin(format, await branchesOf(again(), format, format.entry));
  }
  if (!format) throw new UnknownFormatError(file);
  replay ??= begin(format, format.entry ? await branchesOf(waiting, format, format.entry) : NO_BRANCHES);
  checkLines(file, replay.broken);
  replay.end();
  const report = { file, format: format.title, totals: replay.totals, problems: replay.problems.list() };
  return { report, identities: replay.identities };
};

/**
 * Replays one recording, value by value. It holds the conversation up to its next compaction, not the recording.
 *
 * @param values the JSON values of the file: its lines, or its one document; gone through once. Where the session may
 *   branch they are taken in whole, unless they can be had `again`
 * @param file the file's name, for messages
 * @param again gives the values from the first on, where that can be done. Those that `values` has beyond them, of a
 *   session that goes on meanwhile, are left out
 * @throws {UnknownFormatError} where none of the first values shows a format that is known, or one shows an agent that
 *   is known by name and not read (`agent`), or most are no JSON
 */
export const replayValues = async (
  values: Values,
  file: string,
  options: ReplayOptions = {},
  again?: () => Values,
): Promise<RecordingReport> => (await replayAmongOthers(values, file, options, again, new Set())).report;
