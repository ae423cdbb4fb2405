import { fileLines, type LineRange, numberedLines, type TextLines } from "@lembas/context/known-lines";
import type { Piece } from "../forms/form.js";
import { guessForm, type NumberForm, readLines } from "../marks/number-form.js";
import type { Sources } from "../marks/sources.js";
import { type FoundMark, findMarks, undoMarks } from "../marks/undo-marks.js";
import { joinPieces, type Row, rowsOf } from "./pieces.js";

/** Lines that a result prints: some of a text, by index. */
export interface PrintedLines {
  readonly lines: TextLines;
  readonly ranges: readonly LineRange[];
}

/** A composed result, read without its head. */
export interface ComposedResult {
  /** Its pieces with the marks undone. */
  readonly restored: readonly Piece[];
  /** The marks of each piece. */
  readonly marks: readonly (readonly FoundMark[])[];
  readonly isCapped: boolean;
  readonly printed: readonly PrintedLines[];
}

/** A row, how many lines of the whole text it stands for, and whether it is itself such a line. */
interface WeighedRow extends Row {
  readonly count: number;
  readonly isPrinted: boolean;
}

const CUT_HEAD = " […cut]";
const CUT_TAIL = "[cut…] ";

/** How many lines are elided, where a row says so of this result. Specification 1.12. */
export const readElided = (row: string, id: string): number | undefined => {
  const behind = ` lines elided, full output ${id}]`;
  if (!row.startsWith("[") || !row.endsWith(behind)) return undefined;
  const digits = row.slice(1, -behind.length);
  return /^[0-9]{1,15}$/.test(digits) ? Number(digits) : undefined;
};

const weighRows = (pieces: readonly Piece[], marks: ComposedResult["marks"], id: string): WeighedRow[] => {
  const rows = rowsOf(pieces);
  const elided = rows.findIndex(({ text, isText }) => isText && readElided(text, id) !== undefined);
  const counts = marks.map((found) => new Map(found.map(({ row, mark }) => [row, mark.count])));
  return rows.map((row, index) => {
    const marked = counts[row.piece]?.get(row.row);
    if (marked !== undefined) return { ...row, count: marked, isPrinted: false };
    if (index === elided) return { ...row, count: readElided(row.text, id) ?? 0, isPrinted: false };
    const isCut =
      elided !== -1 &&
      ((index === elided - 1 && row.text.endsWith(CUT_HEAD)) ||
        (index === elided + 1 && row.text.startsWith(CUT_TAIL)));
    return { ...row, count: 1, isPrinted: row.isText && !isCut };
  });
};

/** Rows of one text that are printed one after the other: from which row to which, and the place of the first in the whole text. */
const printedRuns = (rows: readonly WeighedRow[]): (LineRange & { readonly place: number })[] => {
  const runs: { from: number; to: number; place: number }[] = [];
  let place = 0;
  for (const [index, { count, isPrinted, piece }] of rows.entries()) {
    const last = runs.at(-1);
    if (isPrinted && last?.to === index && rows[index - 1]?.piece === piece) last.to++;
    else if (isPrinted) runs.push({ from: index, to: index + 1, place });
    place += count;
  }
  return runs;
};

/** How a text of which lines are missing numbers those that are there. */
const formOf = (rows: readonly WeighedRow[], marks: readonly FoundMark[]): NumberForm | undefined => {
  const isNumbered = marks.some(({ mark }) => mark.number !== undefined);
  if (isNumbered) return guessForm(rows.filter(({ isPrinted }) => isPrinted).map(({ text }) => text));
  return readLines(rows.map(({ text }) => text).join("\n")).form;
};

const printedLines = (
  rows: readonly WeighedRow[],
  marks: readonly FoundMark[],
  whole: string | undefined,
): PrintedLines[] => {
  const runs = printedRuns(rows);
  if (whole !== undefined) {
    const ranges = runs.map(({ from, to, place }) => ({ from: place, to: place + to - from }));
    return [{ lines: readLines(whole).lines, ranges }];
  }
  const text = (from: number, to?: number) =>
    rows
      .slice(from, to)
      .map((row) => row.text)
      .join("\n");
  const form = formOf(rows, marks);
  const numbered = form && numberedLines(text(0), form.separator);
  if (numbered) return [{ lines: numbered, ranges: runs }];
  return runs.map(({ from, to, place }) => ({
    lines: fileLines(text(from, to), place + 1),
    ranges: [{ from: 0, to: to - from }],
  }));
};

/**
 * Reads a composed result behind its head: what stood in it, its marks, and what it prints. Where lines are missing,
 * behind a cap or behind a mark whose result is gone, the others keep their places. Specification 6.5.
 */
export const readComposed = (pieces: readonly Piece[], id: string, sources: Sources): ComposedResult => {
  const texts = pieces.map((piece) => (typeof piece === "string" ? piece : ""));
  const marks = findMarks(texts, sources);
  const all = marks.flat();
  const restored = pieces.map((piece, index) =>
    typeof piece === "string" ? undoMarks(piece, marks[index] ?? []) : piece,
  );
  const rows = weighRows(pieces, marks, id);
  const elided = rows.filter(({ text, isText }) => isText && readElided(text, id) !== undefined).length;
  const isCapped = elided > 0;
  // Of two such lines nobody can tell which one the cap wrote, nor so the places of the lines behind.
  if (elided > 1 || (isCapped && pieces.length > 1)) return { restored, marks, isCapped, printed: [] };
  const isWhole = !isCapped && all.every(({ lines }) => lines !== undefined);
  const printed = printedLines(rows, all, isWhole ? joinPieces(restored) : undefined);
  return { restored, marks, isCapped, printed };
};
