import { countLines } from "@lembas/format";
import { equalEnds } from "./equal-ends.js";
import { type LineChange, lineScript } from "./line-script.js";
import { LONG_LINE, showChangedLines, showEqualLine } from "./long-lines.js";

const CONTEXT = 3;

/** Whether a row of a diff, its sign counted, may be of a long line. */
const hasLongRow = (text: string): boolean => {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    if (end - start > LONG_LINE + 1) return true;
    start = end + 1;
  }
  return false;
};

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

/** A row of a hunk, with its newline: its sign, then the line. */
const renderRow = (sign: " " | "-" | "+", line: string): string =>
  line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;

const withoutEnd = (line: string): string => (line.endsWith("\n") ? line.slice(0, -1) : line);

/** A line of which a part is shown: its newline stays. */
const showPart = (line: string, show: (text: string) => string): string =>
  line.endsWith("\n") ? `${show(line.slice(0, -1))}\n` : show(line);

/** Changes at most twice the context apart share a hunk. */
const groupChanges = (changes: readonly LineChange[]): LineChange[][] => {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    const end = last?.at(-1)?.oldEnd;
    if (last !== undefined && end !== undefined && change.oldStart - end <= 2 * CONTEXT) last.push(change);
    else groups.push([change]);
  }
  return groups;
};

interface Sides {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How many equal lines stand before these. */
  readonly skipped: number;
}

/** One side of a hunk's header; a side without lines names the line before it. */
const renderRange = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;

/** What is shown of the lines of a change, each with the one in its place. */
const showChange = (removed: string[], added: string[]): void => {
  const pairs = Math.min(removed.length, added.length);
  for (let index = 0; index < pairs; index++) {
    const [old = "", next = ""] = [removed[index], added[index]];
    const [shownOld, shownNext] = showChangedLines(withoutEnd(old), withoutEnd(next));
    removed[index] = showPart(old, () => shownOld);
    added[index] = showPart(next, () => shownNext);
  }
};

/** A hunk, each row with its newline: of long lines all, or what is shown. */
const renderHunk = (
  { before, after, skipped }: Sides,
  changes: readonly LineChange[],
  isWhole: boolean,
): string => {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return "";
  const lead = Math.min(CONTEXT, first.oldStart);
  const trail = Math.min(CONTEXT, before.length - last.oldEnd, after.length - last.newEnd);
  const [oldStart, newStart] = [first.oldStart - lead, first.newStart - lead];
  const old = renderRange(skipped + oldStart, last.oldEnd + trail - oldStart);
  const next = renderRange(skipped + newStart, last.newEnd + trail - newStart);
  const rows = [`@@ -${old} +${next} @@\n`];
  const addRows = (sign: " " | "-" | "+", lines: readonly string[]): void => {
    for (const line of lines) rows.push(renderRow(sign, line));
  };
  const addEqual = (from: number, to: number): void => {
    const lines = before.slice(from, to);
    addRows(" ", isWhole ? lines : lines.map((line) => showPart(line, showEqualLine)));
  };
  let at = oldStart;
  for (const change of changes) {
    addEqual(at, change.oldStart);
    const removed = before.slice(change.oldStart, change.oldEnd);
    const added = after.slice(change.newStart, change.newEnd);
    if (!isWhole) showChange(removed, added);
    addRows("-", removed);
    addRows("+", added);
    at = change.oldEnd;
  }
  addEqual(at, last.oldEnd + trail);
  return rows.join("");
};

/** A diff whole, and as it is shown: of lines above 1,000 characters what changed. */
export interface UnifiedDiff {
  readonly text: string;
  readonly shown: string;
}

/**
 * The hunks of the unified diff between two well-formed texts, without file headers and without a final newline; `""`
 * for equal texts. Time is bounded on any input. Specification 2.8 and 2.9.
 *
 * @example unifiedDiff("a\nb\n", "a\nc\n").text // "@@ -1,2 +1,2 @@\n a\n-b\n+c"
 */
export const unifiedDiff = (before: string, after: string): UnifiedDiff => {
  if (before === after) return { text: "", shown: "" };
  const { head, tail } = equalEnds(before, after);
  const headText = before.slice(0, head);
  const start = lastLinesStart(headText, CONTEXT);
  const end = tail - firstLinesEnd(before.slice(before.length - tail), CONTEXT);
  const lead = linesWithEnds(headText.slice(start));
  const trail = linesWithEnds(before.slice(before.length - tail, before.length - end));
  const [old, next] = [
    linesWithEnds(before.slice(head, before.length - tail)),
    linesWithEnds(after.slice(head, after.length - tail)),
  ];
  const moved = lineScript(old, next).map((change) => ({
    oldStart: change.oldStart + lead.length,
    oldEnd: change.oldEnd + lead.length,
    newStart: change.newStart + lead.length,
    newEnd: change.newEnd + lead.length,
  }));
  const sides: Sides = {
    before: lead.concat(old, trail),
    after: lead.concat(next, trail),
    skipped: countLines(headText.slice(0, start)),
  };
  const groups = groupChanges(moved);
  const render = (isWhole: boolean): string =>
    groups
      .map((changes) => renderHunk(sides, changes, isWhole))
      .join("")
      .slice(0, -1);
  const text = render(true);
  // Where no line is long, which one look at the text tells, what is shown is the text itself.
  return { text, shown: hasLongRow(text) ? render(false) : text };
};
