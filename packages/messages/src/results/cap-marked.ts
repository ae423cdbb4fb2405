import { type CapBudgets, capParts, countLines, elidedLine, type Measure } from "@lembas/format";
import { readMark } from "../marks/read-mark.js";
import { splitRows } from "./pieces.js";

/**
 * A text with marks, capped: where the cap would cut a mark, that part does not exist, and the elided line counts the
 * lines that stand nowhere; `undefined` where the text is whole. Specification 1.12 and 6.4.
 *
 * @param marked the text with its marks
 * @param lines how many lines it has without them
 * @param measure what counts against the budgets of characters: without it the characters
 */
export const capMarked = (
  marked: string,
  lines: number,
  id: string,
  budgets: CapBudgets,
  measure: Measure | undefined,
): string | undefined => {
  const rows = splitRows(marked);
  const hasMarks = countLines(marked) < lines;
  const countOf = (row: string | undefined): number =>
    (hasMarks && row !== undefined && readMark(row)?.count) || 1;
  const mayCut = (line: number): boolean => countOf(rows[line]) === 1;
  const parts = capParts(marked, budgets, { measure, mayCut });
  if (parts === undefined) return undefined;
  const head = parts.head.shown;
  const tail = parts.tail.shown;
  const standing = [...head, ...tail].reduce((sum, row) => sum + countOf(row), 0);
  return [...head, elidedLine(lines - standing, id), ...tail].join("\n");
};
