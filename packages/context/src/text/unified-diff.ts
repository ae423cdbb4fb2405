import { countLines } from "@lembas/format";
import { equalEnds } from "./equal-ends.js";
import { lineScript } from "./line-script.js";

const CONTEXT = 3;

/** The lines of a text, each with its newline where it has one. */
const linesWithEnds = (text: string): string[] => {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
};

/** The index where the last `count` lines of `text` begin; `text` ends with a newline or is empty. */
const lastLinesStart = (text: string, count: number): number => {
  let index = text.length;
  for (let left = count; left > 0 && index > 0; left--) {
    index = index === 1 ? 0 : text.lastIndexOf("\n", index - 2) + 1;
  }
  return index;
};

/** The index right after the first `count` lines of `text`. */
const firstLinesEnd = (text: string, count: number): number => {
  let index = 0;
  for (let left = count; left > 0 && index < text.length; left--) {
    const newline = text.indexOf("\n", index);
    index = newline === -1 ? text.length : newline + 1;
  }
  return index;
};

/** A row of a hunk: its sign, then the line. */
const renderRow = (sign: " " | "-" | "+", line: string): string =>
  line.endsWith("\n") ? sign + line.slice(0, -1) : `${sign}${line}\n\\ No newline at end of file`;

/** All lines of both sides in the order of the diff: in each change what goes comes before what comes. */
const mergeRows = (before: readonly string[], after: readonly string[]): string[] => {
  const script = lineScript(before, after);
  const rows: string[] = [];
  let oldAt = 0;
  let newAt = 0;
  while (oldAt < before.length || newAt < after.length) {
    for (; oldAt < before.length && !script.before[oldAt]; oldAt++)
      rows.push(renderRow("-", before[oldAt] ?? ""));
    for (; newAt < after.length && !script.after[newAt]; newAt++)
      rows.push(renderRow("+", after[newAt] ?? ""));
    if (oldAt < before.length) rows.push(renderRow(" ", before[oldAt] ?? ""));
    oldAt++;
    newAt++;
  }
  return rows;
};

/** One side of a hunk's header; a side without lines names the line before it. */
const renderRange = (linesBefore: number, count: number): string =>
  `${count === 0 ? linesBefore : linesBefore + 1},${count}`;

/** The rows of each hunk, as half-open ranges: changes at most twice the context apart share one. */
const hunkRanges = (rows: readonly string[]): [number, number][] => {
  const ranges: [number, number][] = [];
  for (const [index, row] of rows.entries()) {
    if (row.startsWith(" ")) continue;
    const start = Math.max(0, index - CONTEXT);
    const end = Math.min(rows.length, index + CONTEXT + 1);
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else ranges.push([start, end]);
  }
  return ranges;
};

const countSigns = (rows: readonly string[], other: "-" | "+"): number =>
  rows.reduce((count, row) => (row.startsWith(other) ? count : count + 1), 0);

/**
 * The hunks of the unified diff between two well-formed texts, without file headers and without a final newline; `""`
 * for equal texts. Time is bounded on any input. Specification 2.8 and 2.9.
 *
 * @example unifiedDiff("a\nb\n", "a\nc\n") // "@@ -1,2 +1,2 @@\n a\n-b\n+c"
 */
export const unifiedDiff = (before: string, after: string): string => {
  if (before === after) return "";
  const { head, tail } = equalEnds(before, after);
  const headText = before.slice(0, head);
  const contextStart = lastLinesStart(headText, CONTEXT);
  const tailContext = firstLinesEnd(before.slice(before.length - tail), CONTEXT);
  const rows = [
    ...linesWithEnds(headText.slice(contextStart)).map((line) => renderRow(" ", line)),
    ...mergeRows(
      linesWithEnds(before.slice(head, before.length - tail)),
      linesWithEnds(after.slice(head, after.length - tail)),
    ),
    ...linesWithEnds(before.slice(before.length - tail, before.length - tail + tailContext)).map((line) =>
      renderRow(" ", line),
    ),
  ];
  let oldBefore = countLines(headText.slice(0, contextStart));
  let newBefore = oldBefore;
  let at = 0;
  const hunks: string[] = [];
  for (const [start, end] of hunkRanges(rows)) {
    oldBefore += start - at;
    newBefore += start - at;
    const hunk = rows.slice(start, end);
    const oldCount = countSigns(hunk, "+");
    const newCount = countSigns(hunk, "-");
    const header = `@@ -${renderRange(oldBefore, oldCount)} +${renderRange(newBefore, newCount)} @@`;
    hunks.push([header, ...hunk].join("\n"));
    oldBefore += oldCount;
    newBefore += newCount;
    at = end;
  }
  return hunks.join("\n");
};
