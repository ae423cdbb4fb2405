import {
  type KnownLines,
  type KnownRun,
  type LineRange,
  numberedLines,
  rangesOutside,
  type TextLines,
  textLines,
  withMarks,
} from "@lembas/context/known-lines";
import { isBlank } from "@lembas/format";
import type { Piece } from "../forms/form.js";
import type { NumberedText } from "../marks/number-form.js";
import { isJson } from "../results/json-text.js";

/** A result with marks in the place of known lines. */
export interface MarkedResult {
  readonly pieces: readonly Piece[];
  readonly marks: number;
  /** The lines of the whole result that still stand in it. */
  readonly printed: readonly LineRange[];
}

/** The known lines of a conversation, and whether alerts are looked for in this text of it. */
export interface Search {
  readonly known: KnownLines;
  readonly alerts: boolean;
}

/** The runs of numbered lines behind the first one: that one stays, for it says how the others are numbered. */
const findBehindFirst = (lines: TextLines, separator: string, { known }: Search): KnownRun[] => {
  const behind = (lines.stretches[0]?.at ?? 0) + 1;
  const rest = numberedLines(lines.text.slice(lines.rowStart(behind)), separator);
  return rest ? known.find(rest).map((run) => ({ ...run, at: run.at + behind })) : [];
};

/**
 * Puts marks in the place of the lines that earlier results print: in each text for itself, in none that is JSON, and
 * where the result numbers its lines only in the place of numbered ones. Specification 6.4.
 *
 * @param whole the result as one text
 * @param search `undefined`: no marks
 */
export const markKnown = (
  pieces: readonly Piece[],
  whole: NumberedText,
  search: Search | undefined,
): MarkedResult => {
  const printed: LineRange[] = [];
  let marks = 0;
  let offset = 0;
  let isFirst = true;

  const markText = (text: string): string => {
    const separator = whole.form?.separator;
    const numbered = separator === undefined ? undefined : numberedLines(text, separator);
    const lines = pieces.length === 1 ? whole.lines : (numbered ?? textLines(text));
    let runs: readonly KnownRun[] = [];
    if (search !== undefined && !isJson(text)) {
      if (separator === undefined) runs = search.known.find(lines, { alerts: search.alerts });
      else if (numbered) {
        runs = isFirst ? findBehindFirst(numbered, separator, search) : search.known.find(numbered);
        isFirst = false;
      }
    }
    for (const { from, to } of rangesOutside(lines, runs))
      printed.push({ from: from + offset, to: to + offset });
    offset += lines.count;
    marks += runs.length;
    return runs.length === 0 ? text : withMarks(lines, runs);
  };

  const marked = pieces.map((piece) => {
    if (typeof piece === "string") return isBlank(piece) ? piece : markText(piece);
    offset++;
    return piece;
  });
  return { pieces: marked, marks, printed };
};
