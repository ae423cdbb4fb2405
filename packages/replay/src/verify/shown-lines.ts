/** Lines by number, as texts of the conversation show them. */
export type LinesByNumber = Map<number, string>;

/** One line that a result has, before anything of it was left out. */
export interface WantedLine {
  /** The row that shows it whole. */
  readonly row: string;
  /** Its number, of a file or among the lines of an output; `undefined` for one that no mark can name. */
  readonly number: number | undefined;
  /** The line itself. */
  readonly text: string;
}

/** A row that says where lines stand already. */
export interface Mark {
  readonly row: string;
  /** The result that it names, and the first and last line there. */
  readonly id: string;
  readonly first: number;
  readonly last: number;
  /** The argument of its call in which they stand, where it is not the result itself. */
  readonly argument?: string | undefined;
  /** Whether it says that they are the same lines of the same file. */
  readonly isSameFile: boolean;
  /** The lines that it stands for. */
  readonly run: readonly WantedLine[];
}

/** What a text of the conversation shows of a result. */
export interface ShownLines {
  readonly printed: LinesByNumber;
  readonly marks: readonly Mark[];
  /** Where the text is not what the result has: a number of a line, from 1. */
  readonly wrong?: number;
}

const sameFile = /^\[lines (\d+)-(\d+) as in (#[0-9a-f]+)\]$/;
const elsewhere =
  /^\[(?:lines (\d+)-(\d+)|(\d+) lines) same as lines (\d+)-(\d+) of (?:"([^"]*)" in the call of )?(#[0-9a-f]+)[,\]]/;
const elided = /^\[(\d+) lines elided(?:, full output #[0-9a-f]+)?\]$/;
const CUT_END = " […cut]";
const CUT_START = "[cut…] ";

/** The mark that a row is, if it stands for the lines from here on. */
const markOf = (row: string, wanted: readonly WantedLine[], at: number): Mark | undefined => {
  const here = sameFile.exec(row);
  if (here) {
    const [first, last] = [Number(here[1]), Number(here[2])];
    return {
      row,
      id: here[3] ?? "",
      first,
      last,
      isSameFile: true,
      run: wanted.slice(at, at + last - first + 1),
    };
  }
  const there = elsewhere.exec(row);
  if (!there) return undefined;
  const [first, last] = [Number(there[4]), Number(there[5])];
  const count = there[3] === undefined ? Number(there[2]) - Number(there[1]) + 1 : Number(there[3]);
  const [, , , , , , argument, id = ""] = there;
  return { row, id, first, last, argument, isSameFile: false, run: wanted.slice(at, at + count) };
};

/**
 * Reads a result's text row by row beside the lines that the result has: a row shows the next line whole, or it is a
 * mark, an elided line or a cut one. So no row has to be guessed at: a line that reads like a mark is a line.
 *
 * @param rows the text without its head, split at newlines
 * @param wanted all lines of the result, in order
 */
export const readShownLines = (rows: readonly string[], wanted: readonly WantedLine[]): ShownLines => {
  const printed: LinesByNumber = new Map();
  const marks: Mark[] = [];
  let at = 0;
  for (const row of rows) {
    const next = wanted[at];
    if (next === undefined) break;
    if (row === next.row) {
      if (next.number !== undefined) printed.set(next.number, next.text);
      at += 1;
      continue;
    }
    const mark = markOf(row, wanted, at);
    const gap = elided.exec(row);
    if (mark) {
      marks.push(mark);
      at += Math.max(1, mark.run.length);
    } else if (gap) at += Number(gap[1]);
    else if (row.endsWith(CUT_END) && next.row.startsWith(row.slice(0, -CUT_END.length))) at += 1;
    else if (row.startsWith(CUT_START)) at += 1;
    else break;
  }
  return { printed, marks, ...(at < wanted.length && { wrong: at + 1 }) };
};
