import { countCharacters, isBlank, toLabel } from "@lembas/format";
import type { KnownRun } from "./find-runs.js";
import type { LineRange } from "./known-lines.js";
import type { TextLines } from "./text-lines.js";

/** How much of a run's first and last line a mark quotes. Specification 2.20. */
const QUOTED_CHARACTERS = 30;

/** The first line of a run that is not blank, looked for from one of its ends. */
const findWords = (lines: TextLines, from: number, to: number, step: 1 | -1): number | undefined => {
  for (let line = step === 1 ? from : to - 1; line >= from && line < to; line += step) {
    if (!isBlank(lines.line(line))) return line;
  }
  return undefined;
};

/** The words by which a reader finds a run: its first and its last line. */
const quoteEnds = (lines: TextLines, from: number, to: number): string => {
  const first = findWords(lines, from, to, 1);
  const last = findWords(lines, from, to, -1);
  if (first === undefined || last === undefined) return "";
  const quote = (line: number): string => `"${toLabel(lines.line(line), QUOTED_CHARACTERS)}"`;
  return `, from ${quote(first)}${first === last ? "" : ` to ${quote(last)}`}`;
};

const lineNumbers = (first: number, count: number): string => `lines ${first}-${first + count - 1}`;

/**
 * What stands in a text in the place of a run of known lines. Specification 2.20.
 *
 * @example markText(lines, run) // '[lines 41-80 same as lines 1-40 of #a001, from "import fs from …" to "}"]'
 */
export const markText = (lines: TextLines, run: KnownRun): string => {
  const { at, count, key, source, number, inPlace } = run;
  const here = lines.numberOf(at);
  const what = lines.kind === "text" || here === undefined ? `${count} lines` : lineNumbers(here, count);
  if (inPlace) return `[${what} as in ${key}]`;
  const where = source === undefined ? key : `"${source}" in the call of ${key}`;
  return `[${what} same as ${lineNumbers(number, count)} of ${where}${quoteEnds(lines, at, at + count)}]`;
};

/**
 * The lines outside of runs: what a text whose runs are marks prints.
 *
 * @example known.print("#a002", lines, { ranges: rangesOutside(lines, runs) })
 */
export const rangesOutside = (
  lines: TextLines,
  runs: readonly Pick<KnownRun, "at" | "count">[],
): LineRange[] => {
  const ranges: LineRange[] = [];
  let from = 0;
  for (const { at, count } of runs) {
    if (at > from) ranges.push({ from, to: at });
    from = at + count;
  }
  if (lines.count > from) ranges.push({ from, to: lines.count });
  return ranges;
};

/** A text, and how many characters it has. */
export interface CountedText {
  readonly text: string;
  readonly characters: number;
}

/** Texts one after the other, left in pieces by the engine: copying a long text costs more than all else. */
export const concatenate = (pieces: readonly string[]): CountedText => {
  let text = "";
  let characters = 0;
  for (const piece of pieces) {
    text += piece;
    characters += countCharacters(piece);
  }
  return { text, characters };
};

/** The pieces of a text up to `end`, a mark in the place of each run. */
export const markedPieces = (lines: TextLines, runs: readonly KnownRun[], end: number): string[] => {
  const { text } = lines;
  const pieces: string[] = [];
  let from = 0;
  for (const run of runs) {
    pieces.push(text.slice(from, lines.rowStart(run.at)), markText(lines, run));
    from = lines.lineEnd(run.at + run.count - 1);
  }
  return [...pieces, text.slice(from, end)];
};

/**
 * A text with a mark on a line of its own in the place of each run; all else, numbers and a final newline too, as it
 * is. Specification 2.20.
 *
 * @example withMarks(lines, known.find(lines))
 */
export const withMarks = (lines: TextLines, runs: readonly KnownRun[]): string =>
  concatenate(markedPieces(lines, runs, lines.text.length)).text;
