import { isBlank } from "@lembas/format";
import type { Piece } from "../forms/form.js";

/** A row of a result: a line of one of its texts, or a block that is none. Rows are counted as recall counts them. */
export interface Row {
  readonly text: string;
  /** Which piece it is of, and which row of that. */
  readonly piece: number;
  readonly row: number;
  readonly isText: boolean;
}

/** The lines of a text as they stand: joined by newlines they are the text again. */
export const splitRows = (text: string): string[] => text.split("\n");

/** A text's rows without the empty one behind its last newline, which is no line. */
const bodyRows = (text: string): string[] => {
  const rows = splitRows(text);
  if (rows.at(-1) === "") rows.pop();
  return rows;
};

/** All rows of a result, in order; those of blank texts are left out. Specification 2.18 and 6.3. */
export const rowsOf = (pieces: readonly Piece[]): Row[] =>
  pieces.flatMap((content, piece): Row[] => {
    if (typeof content !== "string") return [{ text: `[${content.type}]`, piece, row: 0, isText: false }];
    if (isBlank(content)) return [];
    return bodyRows(content).map((text, row) => ({ text, piece, row, isText: true }));
  });

/** A result as one text, as recall shows it. Specification 2.18. */
export const joinPieces = (pieces: readonly Piece[]): string => {
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === "string") return isBlank(only) ? "" : only;
  return rowsOf(pieces)
    .map(({ text }) => `${text}\n`)
    .join("");
};
