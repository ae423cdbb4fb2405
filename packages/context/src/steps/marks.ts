import {
  type CapBudgets,
  type CapParts,
  capParts,
  countCharacters,
  elidedLine,
  type Measure,
} from "@lembas/format";
import { isCount, type Shaped } from "../journal/schema.js";
import type { KnownRun } from "../known-lines/find-runs.js";
import type { LineRange } from "../known-lines/known-lines.js";
import { type CountedText, concatenate, markText } from "../known-lines/mark-text.js";
import type { TextLines } from "../known-lines/text-lines.js";
import { cutLines } from "../text/cut-lines.js";
import { isId } from "./step-id.js";

/** What the journal has of a mark: the lines that it stands for, by index in the stored text, and where they are. */
export const ENTRY_MARK = { at: isCount, count: isCount, id: isId, number: isCount };

export type EntryMark = Shaped<typeof ENTRY_MARK>;

/** Why the marks of a damaged entry, of a text of so many lines, cannot be. */
export const findOddMark = (marks: readonly EntryMark[] | undefined, lines: number): string | undefined => {
  let from = 0;
  for (const { at, count } of marks ?? []) {
    if (at < from || count === 0 || at + count > lines)
      return `its mark for ${count} lines from ${at} on is out of place`;
    from = at + count;
  }
  return undefined;
};

/** A mark in an inserted text: what it stands for, and where that is. Specification 2.20. */
export interface Mark {
  /** Which line of the text it is, from 1, the head's line counted. */
  readonly line: number;
  /** The lines that it stands for: their numbers in the file, or their places in the stored text. */
  readonly first: number;
  readonly last: number;
  /** The result that shows them, and their numbers or places there. */
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

export const entryMark = ({ at, count, key, number }: KnownRun): EntryMark => ({
  at,
  count,
  id: key,
  number,
});

/** Rows of a text with marks that are alike: lines of the text one after the other, or one mark for all of them. */
interface Piece extends LineRange {
  readonly run: KnownRun | undefined;
}

/** A text with marks in the place of its runs, without a final newline. */
export interface MarkedText extends CountedText {
  /** The runs whose marks stand in it. */
  readonly runs: readonly KnownRun[];
  /** Which row of the text each of these marks is, from 0. */
  readonly rows: readonly number[];
  /** The lines that stand in it themselves, whole. */
  readonly printed: readonly LineRange[];
  readonly capped: boolean;
}

/** The lines of a text in order, runs as one piece each, without the lines of the hidden ones. */
const piecesOf = (lines: TextLines, runs: readonly KnownRun[], hidden: readonly number[]): Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  const passTo = (to: number): void => {
    if (to > from) pieces.push({ from, to, run: undefined });
  };
  const others = [
    ...runs.map((run) => ({ at: run.at, count: run.count, run })),
    ...hidden.map((at) => ({ at, count: 1, run: undefined })),
  ].sort((one, other) => one.at - other.at);
  for (const { at, count, run } of others) {
    passTo(at);
    from = at + count;
    if (run !== undefined) pieces.push({ from: at, to: from, run });
  }
  passTo(lines.count);
  return pieces;
};

/** How many rows of the text a piece is. */
const rowsOf = ({ from, to, run }: Piece): number => (run === undefined ? to - from : 1);

/** The rows of the pieces, without a final newline, and the lines of them that are cut for their length. */
const rowsText = (
  lines: TextLines,
  pieces: readonly Piece[],
  lineChars: number,
): CountedText & { cut: ReadonlySet<number> } => {
  const cut = new Set<number>();
  const rows = pieces.map(({ from, to, run }, index) => {
    const isLast = index === pieces.length - 1;
    if (run !== undefined) return markText(lines, run) + (isLast ? "" : "\n");
    const end = isLast ? lines.lineEnd(to - 1) : lines.rowStart(to);
    const shown = cutLines(lines.text.slice(lines.rowStart(from), end), lineChars);
    for (const line of shown.cut) cut.add(from + line);
    return shown.text;
  });
  return { ...concatenate(rows), cut };
};

/** The ranges that are left of one without some lines. */
const rangesWithout = ({ from, to }: LineRange, without: ReadonlySet<number>): LineRange[] => {
  if (without.size === 0) return [{ from, to }];
  const ranges: LineRange[] = [];
  let start = from;
  for (let line = from; line <= to; line++) {
    if (line < to && !without.has(line)) continue;
    if (line > start) ranges.push({ from: start, to: line });
    start = line + 1;
  }
  return ranges;
};

/** Joined, not concatenated: a flat string does not keep the whole text in memory behind its slices. */
const cappedText = ({ head, tail }: CapParts, elided: number, id: string | undefined): CountedText => {
  const text = [...head.shown, elidedLine(elided, id), ...tail.shown].join("\n");
  return { text, characters: countCharacters(text) };
};

/** How much of a text is shown. */
interface MarkLimits {
  /** The id that recalls the whole, if one does. */
  readonly id: string | undefined;
  readonly cap: CapBudgets;
  readonly measure: Measure | undefined;
  readonly lineChars: number;
  /** Lines that are not shown as text, such as the names of images. */
  readonly hidden: readonly number[];
}

/** A text with marks in the place of its runs, within budgets. Specification 2.20. */
export const markLines = (
  lines: TextLines,
  runs: readonly KnownRun[],
  { id, cap, measure, lineChars, hidden }: MarkLimits,
): MarkedText => {
  const pieces = piecesOf(lines, runs, hidden);
  const { cut, ...whole } = rowsText(lines, pieces, lineChars);
  const places: { piece: Piece; row: number }[] = [];
  let rows = 0;
  for (const piece of pieces) {
    places.push({ piece, row: rows });
    rows += rowsOf(piece);
  }
  const markRows = new Set(places.flatMap(({ piece, row }) => (piece.run === undefined ? [] : [row])));
  const isWithin = measure === undefined && rows <= cap.maxLines && whole.characters <= cap.maxChars;
  const text = runs.length + hidden.length + cut.size === 0 ? lines.text : `${whole.text}\n`;
  const mayCut = (line: number): boolean => !markRows.has(line);
  const parts = isWithin ? undefined : capParts(text, cap, { measure, mayCut });
  const headEnd = parts === undefined ? rows : parts.head.shown.length;
  const tailStart = parts === undefined ? rows : rows - parts.tail.shown.length;
  const standing: { run: KnownRun; row: number }[] = [];
  const printed: LineRange[] = [];
  let stands = 0;
  for (const { piece, row } of places) {
    // A cut line stands there, but not whole.
    const ends = [
      { from: 0, to: headEnd, isWhole: parts?.head.cut !== true, moved: 0 },
      { from: tailStart, to: rows, isWhole: parts?.tail.cut !== true, moved: headEnd + 1 - tailStart },
    ];
    for (const { from, to, isWhole, moved } of ends) {
      const first = Math.max(from, row);
      const end = Math.min(to, row + rowsOf(piece));
      if (first >= end) continue;
      stands += piece.run === undefined ? end - first : piece.run.count;
      if (piece.run !== undefined) standing.push({ run: piece.run, row: row + moved });
      else if (isWhole) {
        const range = { from: piece.from + first - row, to: piece.from + end - row };
        for (const left of rangesWithout(range, cut)) printed.push(left);
      }
    }
  }
  return {
    ...(parts === undefined ? whole : cappedText(parts, lines.count - hidden.length - stands, id)),
    runs: standing.map(({ run }) => run),
    rows: standing.map(({ row }) => row),
    printed,
    capped: parts !== undefined || cut.size > 0,
  };
};

/** The marks of a text behind a head of so many lines. */
export const showMarks = (
  lines: TextLines,
  { runs, rows }: Pick<MarkedText, "runs" | "rows">,
  headLines: number,
): Mark[] =>
  runs.map(({ at, count, key, number }, index) => {
    const first = lines.numberOf(at) ?? at + 1;
    return {
      line: headLines + (rows[index] ?? 0) + 1,
      first,
      last: first + count - 1,
      id: key,
      from: number,
      to: number + count - 1,
    };
  });
