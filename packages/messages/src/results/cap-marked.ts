import { type CapBudgets, capText, countLines } from "@lembas/format";
import { readMark } from "../marks/read-mark.js";
import { splitRows } from "./pieces.js";
import { readElided } from "./read-composed.js";

/** How many lines of the whole text the rows stand for. */
const countStanding = (rows: readonly string[]): number =>
  rows.reduce((sum, row) => sum + (readMark(row)?.count ?? 1), 0);

/**
 * A text with marks, capped: where the cap would cut a mark, that part does not exist, and the elided line counts the
 * lines that stand nowhere. Specification 1.12 and 6.4.
 *
 * @param marked the text with its marks
 * @param lines how many lines it has without them
 */
export const capMarked = (
  marked: string,
  lines: number,
  id: string,
  budgets: CapBudgets,
): { readonly text: string; readonly capped: boolean } => {
  const result = capText(marked, id, budgets);
  if (!result.capped || countLines(marked) === lines) return result;
  const rows = splitRows(result.text);
  const elided = rows.findIndex((row) => readElided(row, id) !== undefined);
  const whole = splitRows(marked);
  let head = rows.slice(0, elided);
  let tail = rows.slice(elided + 1);
  // A part with a cut line is that line alone.
  if (head.length === 1 && head[0] !== whole[0] && readMark(whole[0] ?? "")) head = [];
  const last = whole.at(-1) === "" ? whole.at(-2) : whole.at(-1);
  if (tail.length === 1 && tail[0] !== last && readMark(last ?? "")) tail = [];
  const elidedLines = lines - countStanding(head) - countStanding(tail);
  return {
    text: [...head, `[${elidedLines} lines elided, full output ${id}]`, ...tail].join("\n"),
    capped: true,
  };
};
