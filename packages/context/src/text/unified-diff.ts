import { countLines } from "@lembas/format";
import { equalEnds } from "./equal-ends.js";
import { type LineChange, lineScript } from "./line-script.js";
import { showChangedLines, showEqualLine } from "./long-lines.js";

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
const renderRow = (sign: " " | "-" | "+", line: string, shown: string): string =>
  line.endsWith("\n") ? sign + shown : `${sign}${shown}\n\\ No newline at end of file`;

const withoutEnd = (line: string): string => (line.endsWith("\n") ? line.slice(0, -1) : line);

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

/** Writes the rows of hunks: as they are, or of long lines what is shown. */
interface Writer {
  readonly equal: (line: string) => string;
  readonly changed: (removed: string, added: string) => [string, string];
}

const WHOLE: Writer = { equal: (line) => line, changed: (removed, added) => [removed, added] };
const SHOWN: Writer = { equal: showEqualLine, changed: showChangedLines };

interface Sides {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How many equal lines stand before these. */
  readonly skipped: number;
}

/** One side of a hunk's header; a side without lines names the line before it. */
const renderRange = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;

const changeRows = ({ before, after }: Sides, change: LineChange, { changed }: Writer): string[] => {
  const removed = before.slice(change.oldStart, change.oldEnd);
  const added = after.slice(change.newStart, change.newEnd);
  const shownRemoved: string[] = [];
  const shownAdded: string[] = [];
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const [old, next] = [removed[index], added[index]];
    const pair = changed(withoutEnd(old ?? ""), withoutEnd(next ?? ""));
    if (old !== undefined)
      shownRemoved.push(renderRow("-", old, next === undefined ? withoutEnd(old) : pair[0]));
    if (next !== undefined)
      shownAdded.push(renderRow("+", next, old === undefined ? withoutEnd(next) : pair[1]));
  }
  return [...shownRemoved, ...shownAdded];
};

const renderHunk = (sides: Sides, changes: readonly LineChange[], writer: Writer): string => {
  const { before, after, skipped } = sides;
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return "";
  const lead = Math.min(CONTEXT, first.oldStart);
  const trail = Math.min(CONTEXT, before.length - last.oldEnd, after.length - last.newEnd);
  const equalRows = (from: number, to: number): string[] =>
    before.slice(from, to).map((line) => renderRow(" ", line, writer.equal(withoutEnd(line))));
  const [oldStart, newStart] = [first.oldStart - lead, first.newStart - lead];
  const old = renderRange(skipped + oldStart, last.oldEnd + trail - oldStart);
  const next = renderRange(skipped + newStart, last.newEnd + trail - newStart);
  const rows = [`@@ -${old} +${next} @@`];
  let at = oldStart;
  for (const change of changes) {
    for (const row of equalRows(at, change.oldStart)) rows.push(row);
    for (const row of changeRows(sides, change, writer)) rows.push(row);
    at = change.oldEnd;
  }
  for (const row of equalRows(at, last.oldEnd + trail)) rows.push(row);
  return rows.join("\n");
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
    before: [...lead, ...old, ...trail],
    after: [...lead, ...next, ...trail],
    skipped: countLines(headText.slice(0, start)),
  };
  const groups = groupChanges(moved);
  const text = groups.map((changes) => renderHunk(sides, changes, WHOLE)).join("\n");
  // Where no line is long, which one look at the text tells, what is shown is the text itself.
  const shown = /[^\n]{1001}/.test(text)
    ? groups.map((changes) => renderHunk(sides, changes, SHOWN)).join("\n")
    : text;
  return { text, shown };
};
