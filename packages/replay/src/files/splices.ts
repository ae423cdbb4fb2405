import type { Change } from "../formats/recorded.js";

/** Lines `from` up to but without `to` (counted from 0) give way to `put`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly put: readonly string[];
}

/** Stands for a line that no read shows: no text of a recording matches it. */
const unknown = "\u{0}";

const positionsOf = (text: string, old: string, all: boolean): number[] => {
  const positions: number[] = [];
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length)) {
    positions.push(at);
    if (!all && positions.length > 1) break;
  }
  return positions;
};

/** A text may end at the newline before a line that no read shows, or begin at the one after it: that line stays. */
const besideUnknown = (
  { from, to, put }: Splice,
  lines: readonly (string | undefined)[],
): Splice | undefined => {
  const before = lines[from] === undefined && put[0] === unknown ? 1 : 0;
  const after = lines[to - 1] === undefined && put.length > before && put.at(-1) === unknown ? 1 : 0;
  const rest = put.slice(before, put.length - after);
  return rest.some((line) => line.includes(unknown))
    ? undefined
    : { from: from + before, to: to - after, put: rest };
};

/** Replaces a text that stands in known lines: the only one, or every one where the edit says so. */
const replaceText = (
  change: Change & { kind: "replace" },
  lines: readonly (string | undefined)[],
): Splice[] | undefined => {
  if (change.old === "" || change.old.includes(unknown)) return undefined;
  const text = lines.map((line) => line ?? unknown).join("\n");
  const positions = positionsOf(text, change.old, change.all);
  if (positions.length === 0 || (!change.all && positions.length > 1)) return undefined;
  const splices: Splice[] = [];
  let line = 0;
  let start = 0;
  const endOf = (at: number): number => at + (lines[line] ?? unknown).length;
  for (let next = 0; next < positions.length; ) {
    while (endOf(start) < (positions[next] ?? 0)) {
      start = endOf(start) + 1;
      line += 1;
    }
    const from = line;
    let region = "";
    let copied = start;
    // Every place that begins on the line where the one before it ends is part of the same splice.
    for (let at = positions[next]; at !== undefined && at <= endOf(start); at = positions[next]) {
      region += text.slice(copied, at) + change.new;
      copied = at + change.old.length;
      while (endOf(start) < copied) {
        start = endOf(start) + 1;
        line += 1;
      }
      next += 1;
    }
    region += text.slice(copied, endOf(start));
    start = endOf(start) + 1;
    line += 1;
    const splice = besideUnknown({ from, to: line, put: region.split("\n") }, lines);
    if (!splice) return undefined;
    splices.push(splice);
  }
  return splices;
};

/** Replaces whole lines that stand together in known lines, in one place only. */
const replaceHunk = (
  change: Change & { kind: "hunk" },
  lines: readonly (string | undefined)[],
): Splice[] | undefined => {
  const { old } = change;
  if (old.length === 0 || old.includes(unknown)) return undefined;
  const text = `\n${lines.map((line) => line ?? unknown).join("\n")}\n`;
  const sought = `\n${old.join("\n")}\n`;
  const at = text.indexOf(sought);
  if (at < 0 || text.indexOf(sought, at + 1) >= 0) return undefined;
  const from = at === 0 ? 0 : text.slice(1, at + 1).split("\n").length - 1;
  return [{ from, to: from + old.length, put: change.new }];
};

const replaceLines = (
  from: number,
  to: number,
  text: string,
  lines: readonly (string | undefined)[],
): Splice[] | undefined => {
  if (from < 1 || to < from - 1 || to > lines.length) return undefined;
  if (lines.slice(from - 1, to).includes(undefined)) return undefined;
  const put = text === "" ? [] : (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  return [{ from: from - 1, to, put }];
};

/**
 * Where a change falls in the lines that are known of a file, in order. `undefined` where the recording does not
 * say enough: the old text is not in known lines, or in more than one place.
 *
 * @param lines the file's text split at newlines; `undefined` for a line that no read shows
 * @example
 * splices({ kind: "replace", old: "b", new: "B\nb", all: false }, ["a", "b"]); // [{ from: 1, to: 2, put: ["B", "b"] }]
 */
export const splices = (change: Change, lines: readonly (string | undefined)[]): Splice[] | undefined => {
  if (change.kind === "replace") return replaceText(change, lines);
  if (change.kind === "hunk") return replaceHunk(change, lines);
  if (change.kind === "lines") return replaceLines(change.from, change.to, change.text, lines);
  if (change.kind === "insert") return replaceLines(change.after + 1, change.after, change.text, lines);
  return undefined;
};
