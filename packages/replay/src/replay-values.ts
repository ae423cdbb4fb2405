import { formats, recognise } from "./formats/all-formats.js";
import type { Format } from "./formats/format.js";
import { unreadAgent } from "./formats/unread-agents.js";
import { Copies } from "./input/copies.js";
import { type OtherBranches, otherBranches } from "./input/other-branches.js";
import { RecordingReplay } from "./recording-replay.js";
import type { ReplayOptions } from "./replay-options.js";
import type { RecordingReport } from "./report/totals.js";

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
