import { SessionSteps } from "./files/session-steps.js";
import { formats, recognise } from "./formats/all-formats.js";
import type { Format, Reader } from "./formats/format.js";
import type { Recorded } from "./formats/recorded.js";
import { ToolCalls } from "./formats/tool-calls.js";
import { extendTable } from "./formats/tool-rules.js";
import { type OtherBranches, otherBranches } from "./input/other-branches.js";
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

  constructor(file: string) {
    super(`${file} is no recording that is known. Known: ${formats.map(({ title }) => title).join(", ")}.`);
  }
}

class RecordingReplay {
  readonly totals: Totals = emptyTotals();
  readonly problems = new Problems();
  readonly #options: ReplayOptions;
  readonly #isOwn: boolean;
  readonly #others: OtherBranches;
  #place = -1;
  readonly #audience: Audience | undefined;
  readonly #calls: ToolCalls;
  readonly #reader: Reader;
  readonly #conversations = new Map<
    string,
    { readonly steps: SessionSteps; readonly replay: SessionReplay }
  >();

  constructor(format: Format, options: ReplayOptions, others: OtherBranches) {
    this.#others = others;
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

  add({ value, where }: RecordingValue): void {
    this.#place += 1;
    const audience = this.#audience?.of(value);
    if (value === undefined) this.problems.add("broken line", where);
    else if (this.#others.places.has(this.#place))
      this.problems.add("entry of another branch, left out", where);
    else for (const recorded of this.#reader.read(value, where)) this.#go(recorded, where, audience);
  }

  end(): void {
    this.#calls.end();
    for (const name of [...this.#conversations.keys()]) this.#end(name);
  }

  #go(recorded: Recorded, where: string, audience: string | undefined): void {
    const name = recorded.conversation ?? "";
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
    for (const step of conversation.steps.add(recorded, where, audience)) conversation.replay.step(step);
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

type Values = AsyncIterable<RecordingValue> | Iterable<RecordingValue>;

/**
 * Replays one recording, value by value. It holds the conversation up to its next compaction, not the recording.
 *
 * @param values the JSON values of the file: its lines, or its one document; gone through once. Where the session may
 *   branch they are taken in whole, unless they can be had `again`
 * @param file the file's name, for messages
 * @param again gives the values from the first on, where that can be done. Those that `values` has beyond them, of a
 *   session that goes on meanwhile, are left out
 * @throws {UnknownFormatError} where none of the first values shows a format that is known
 */
export const replayValues = async (
  values: Values,
  file: string,
  options: ReplayOptions = {},
  again?: () => Values,
): Promise<RecordingReport> => {
  let format: Format | undefined;
  let replay: RecordingReplay | undefined;
  const waiting: RecordingValue[] = [];
  const begin = (found: Format, others: OtherBranches): RecordingReplay => {
    const begun = new RecordingReplay(found, options, others);
    for (const value of waiting.splice(0)) begun.add(value);
    return begun;
  };
  for await (const value of values) {
    if (replay?.isOver) break;
    if (replay) {
      replay.add(value);
      continue;
    }
    waiting.push(value);
    format ??= recognise(value.value);
    if (!format && waiting.length >= LOOKED_AT) break;
    if (!format) continue;
    if (!format.entry) replay = begin(format, NO_BRANCHES);
    else if (again) replay = begin(format, await otherBranches(again(), format.entry));
  }
  if (!format) throw new UnknownFormatError(file);
  replay ??= begin(format, format.entry ? await otherBranches(waiting, format.entry) : NO_BRANCHES);
  replay.end();
  return { file, format: format.title, totals: replay.totals, problems: replay.problems.list() };
};
