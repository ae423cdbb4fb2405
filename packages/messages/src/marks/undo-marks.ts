import { splitRows } from "../results/pieces.js";
import { guessForm, type NumberForm, numberLine } from "./number-form.js";
import { type Mark, mayHaveMarks, readMark } from "./read-mark.js";
import type { Sources } from "./sources.js";

/** A row that is a mark, and what it stands for. */
export interface FoundMark {
  /** Which row of its text it is, from 0. */
  readonly row: number;
  readonly mark: Mark;
  /** The lines as they stand where the mark says; `undefined` where the conversation does not have them. */
  readonly named: readonly string[] | undefined;
  /** The lines, written as they would stand here; `undefined` where that is not known. */
  readonly lines: readonly string[] | undefined;
}

/** The marks of the texts of a result, for each text. Specification 6.5. */
export const findMarks = (texts: readonly string[], sources: Sources): readonly (readonly FoundMark[])[] => {
  if (!texts.some(mayHaveMarks)) return texts.map(() => []);
  const rows = texts.map(splitRows);
  const read = rows.map((own) =>
    own.flatMap((line, row) => {
      const mark = readMark(line);
      return mark ? [{ row, mark }] : [];
    }),
  );
  const isNumbered = read.some((marks) => marks.some(({ mark }) => mark.number !== undefined));
  const form = isNumbered ? guessForm(rows.flat().filter((line) => readMark(line) === undefined)) : undefined;
  return read.map((marks) =>
    marks.map(({ row, mark }) => {
      const named = sources.linesOf(mark);
      return { row, mark, named, lines: named && numberLines(named, mark, form) };
    }),
  );
};

/** The lines of a mark with the numbers that they have here; `undefined` where nothing shows how these are written. */
const numberLines = (
  lines: readonly string[],
  { number }: Mark,
  form: NumberForm | undefined,
): readonly string[] | undefined => {
  if (number === undefined) return lines;
  return form && lines.map((line, index) => numberLine(line, number + index, form));
};

/** A text with each of its marks undone that can be. */
export const undoMarks = (text: string, marks: readonly FoundMark[]): string => {
  if (marks.length === 0) return text;
  const rows: (string | readonly string[])[] = splitRows(text);
  for (const { row, lines } of marks) if (lines) rows[row] = lines;
  return rows.flat().join("\n");
};
