import { formats, recognise } from "./formats/all-formats.js";
import type { Format, Reader } from "./formats/format.js";
import { otherBranches } from "./other-branches.js";
import { Problems } from "./problems.js";
import type { Recorded } from "./recorded.js";
import type { ReplayOptions } from "./replay-options.js";
import { SessionReplay } from "./session-replay.js";
import { SessionSteps } from "./session-steps.js";
import { extendTable } from "./tool-rules.js";
import { emptyTotals, type RecordingReport, type Totals } from "./totals.js";

/** How many values of a file are looked at to find its format. */
const LOOKED_AT = 200;

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
  readonly #recalls: boolean;
  /** The places of the values that belong to other branches. */
  readonly #others: ReadonlySet<number>;
  #place = -1;
  readonly #reader: Reader;
  readonly #conversations = new Map<
    string,
    { readonly steps: SessionSteps; readonly replay: SessionReplay }
  >();

  constructor(format: Format, options: ReplayOptions, others: ReadonlySet<number>) {
    this.#others = others;
    this.#options = options;
    this.#recalls = format.name === "lembas";
    const table = extendTable(format.table, options.map?.[format.name]);
    this.#reader = format.reader({ table, problems: this.problems });
  }

  add({ value, where }: RecordingValue): void {
    this.#place += 1;
    if (value === undefined) this.problems.add("broken line", where);
    else if (this.#others.has(this.#place)) this.problems.add("entry of another branch, left out", where);
    else for (const recorded of this.#reader.read(value, where)) this.#go(recorded, where);
  }

  end(): void {
    this.#reader.end();
    for (const name of [...this.#conversations.keys()]) this.#end(name);
  }

  #go(recorded: Recorded, where: string): void {
    const name = recorded.conversation ?? "";
    if (recorded.op === "end") {
      this.#end(name);
      return;
    }
    let conversation = this.#conversations.get(name);
    if (!conversation) {
      const replay = new SessionReplay(this.#options, this.totals, this.#recalls);
      conversation = { steps: new SessionSteps(this.problems), replay };
      this.#conversations.set(name, conversation);
    }
    for (const step of conversation.steps.add(recorded, where)) conversation.replay.step(step);
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

/** Values that can be gone through twice: an iterator, which cannot be, is taken in whole. */
const toRepeatable = async (values: Values): Promise<Values> => {
  if (!("next" in values)) return values;
  const taken: RecordingValue[] = [];
  for await (const value of values) taken.push(value);
  return taken;
};

/**
 * Replays one recording, value by value. It holds the conversation up to its next compaction, not the recording.
 *
 * @param values the JSON values of the file: its lines, or its one document. Where the session may branch they are
 *   gone through twice; a generator, which cannot be, is taken in whole first
 * @param file the file's name, for messages
 * @throws {UnknownFormatError} where none of the first values shows a format that is known
 */
export const replayValues = async (
  values: Values,
  file: string,
  options: ReplayOptions = {},
): Promise<RecordingReport> => {
  const source = await toRepeatable(values);
  let format: Format | undefined;
  let replay: RecordingReplay | undefined;
  const early: RecordingValue[] = [];
  for await (const value of source) {
    if (replay) replay.add(value);
    else {
      early.push(value);
      format = recognise(value.value);
      if (format) {
        const others = format.entry ? await otherBranches(source, format.entry) : new Set<number>();
        replay = new RecordingReplay(format, options, others);
        for (const each of early.splice(0)) replay.add(each);
      } else if (early.length >= LOOKED_AT) break;
    }
  }
  if (!format || !replay) throw new UnknownFormatError(file);
  replay.end();
  return { file, format: format.title, totals: replay.totals, problems: replay.problems.list() };
};
