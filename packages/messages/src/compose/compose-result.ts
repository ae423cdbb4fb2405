import { canBeNamed, type KnownLines, type TextLines } from "@lembas/context/known-lines";
import { type CapBudgets, cleanTerminal, type Measure } from "@lembas/format";
import { isText, type Piece } from "../forms/form.js";
import { type NumberedText, readLines } from "../marks/number-form.js";
import { mayHaveMarks, readMark } from "../marks/read-mark.js";
import type { Sources } from "../marks/sources.js";
import { findMarks, undoMarks } from "../marks/undo-marks.js";
import { capMarked } from "../results/cap-marked.js";
import { openHead } from "../results/open-result.js";
import { joinPieces, splitRows } from "../results/pieces.js";
import { type PrintedLines, readComposed, readElided } from "../results/read-composed.js";
import { withHead } from "../results/result-ids.js";
import { type MarkedResult, markKnown } from "./mark-known.js";

/** What composing a result needs beside its pieces. */
export interface ResultContext {
  readonly id: string;
  /** What the results before it print; `undefined` where nothing is ever named. */
  readonly known: KnownLines | undefined;
  readonly sources: Sources;
  readonly clean: boolean;
  readonly cap: CapBudgets | "off";
  readonly measure: Measure | undefined;
  /** Whether its tool's results are the lines of a file. */
  readonly isFile: boolean;
  /** Whether the result before it was that of the same call, and has marks. */
  readonly isAskedAgain: boolean;
  /** Whether its call has text arguments that can be named. */
  readonly isCallNamed: boolean;
}

/** A result as it is sent. */
export interface SentResult {
  /** Its pieces now; `undefined` for a text block that goes. */
  readonly pieces: readonly (Piece | undefined)[];
  readonly hasHead: boolean;
  readonly marks: number;
  readonly capped: boolean;
  /** Where its lines are looked up: the whole without marks, of a capped one what stands there. */
  readonly sources: readonly TextLines[];
  readonly printed: readonly PrintedLines[];
}

/** Whether a row begins with a bracket, as marks and elided lines do: far quicker than reading the rows. */
const hasBracketRow = (text: string): boolean => text.startsWith("[") || text.includes("\n[");

/** Whether a row of these reads as a mark or an elided line though it is none: under a head it would be taken for one. */
const hasOddRow = (pieces: readonly Piece[], id: string): boolean =>
  pieces.some(
    (piece) =>
      isText(piece) &&
      hasBracketRow(piece) &&
      (mayHaveMarks(piece) || piece.includes(id)) &&
      splitRows(piece).some((row) => readMark(row) !== undefined || readElided(row, id) !== undefined),
  );

/** Whether undoing the marks gives the result back: what is left shows how its lines are numbered. Specification 6.5. */
const canBeUndone = (marked: readonly Piece[], pieces: readonly Piece[], sources: Sources): boolean => {
  const texts = marked.map((piece) => (isText(piece) ? piece : ""));
  const marks = findMarks(texts, sources);
  return pieces.every(
    (piece, index) => !isText(piece) || undoMarks(texts[index] ?? "", marks[index] ?? []) === piece,
  );
};

/** The result with marks: without, where these could not be undone. */
const markResult = (
  pieces: readonly Piece[],
  whole: NumberedText,
  { known, isFile, sources }: ResultContext,
): MarkedResult => {
  const marked = markKnown(pieces, whole, known && { known, alerts: !isFile });
  // The lines of a text without numbers stand where a mark says, as they are.
  if (marked.marks === 0 || whole.form === undefined || canBeUndone(marked.pieces, pieces, sources))
    return marked;
  return markKnown(pieces, whole, undefined);
};

/** The pieces with the first text under the head. */
const placeHead = (pieces: readonly (Piece | undefined)[], id: string): (Piece | undefined)[] => {
  const first = pieces.findIndex(isText);
  return pieces.map((piece, index) => (index === first && isText(piece) ? withHead(piece, id) : piece));
};

/** The texts of the pieces capped as one, which stands in the place of the first. Specification 2.18. */
const capPieces = (
  { pieces }: MarkedResult,
  { count }: TextLines,
  { id, cap, measure }: ResultContext,
): (Piece | undefined)[] | undefined => {
  if (cap === "off") return undefined;
  const texts = pieces.filter(isText);
  const others = pieces.length - texts.length;
  const text = capMarked(joinPieces(texts), count - others, id, cap, measure);
  if (text === undefined) return undefined;
  const first = pieces.findIndex(isText);
  return pieces.map((piece, index) => {
    if (!isText(piece)) return piece;
    return index === first ? text : undefined;
  });
};

/** What becomes of a result that was not composed before. Specification 6.4. */
export const composeResult = (given: readonly Piece[], context: ResultContext): SentResult => {
  const { id, clean, sources, known, isAskedAgain, isCallNamed } = context;
  const pieces = clean ? given.map((piece) => (isText(piece) ? cleanTerminal(piece) : piece)) : given;
  const whole = readLines(joinPieces(pieces));
  const { lines } = whole;
  // Cleaned, it would begin with its own head, and be taken for composed.
  if (openHead(pieces, id)) {
    return { pieces: given, hasHead: false, marks: 0, capped: false, sources: [], printed: [] };
  }
  const mayBeHeaded = known !== undefined && !hasOddRow(pieces, id);
  const marked =
    mayBeHeaded && !isAskedAgain ? markResult(pieces, whole, context) : markKnown(pieces, whole, undefined);
  const { marks } = marked;

  const capped = capPieces(marked, lines, context);
  if (capped) {
    const sent = capped.filter((piece) => piece !== undefined);
    const { printed, marks } = readComposed(sent, id, sources);
    return {
      pieces: placeHead(capped, id),
      hasHead: true,
      marks: marks.flat().length,
      capped: true,
      sources: printed.map(({ lines }) => lines),
      printed,
    };
  }

  const printed = [{ lines, ranges: marked.printed }];
  const hasHead = marks > 0 || (mayBeHeaded && (isCallNamed || canBeNamed(lines, marked.printed)));
  const sent = hasHead ? placeHead(marked.pieces, id) : pieces;
  return { pieces: sent, hasHead, marks, capped: false, sources: [lines], printed: hasHead ? printed : [] };
};
