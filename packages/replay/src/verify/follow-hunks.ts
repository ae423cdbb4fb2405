import type { LinesByNumber } from "./shown-lines.js";

interface Hunk {
  readonly start: number;
  readonly count: number;
  readonly newStart: number;
  readonly old: readonly string[];
  readonly put: readonly string[];
}

/** Reads the hunks of a diff; `undefined` where the text is no whole diff. */
const readHunks = (diff: string): Hunk[] | undefined => {
  const hunks: Hunk[] = [];
  const rows = diff === "" ? [] : diff.split("\n");
  for (let at = 0; at < rows.length; ) {
    const head = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(rows[at] ?? "");
    if (!head) return undefined;
    const [oldStart, oldCount, newStart, newCount] = head.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const old: string[] = [];
    const put: string[] = [];
    for (
      at += 1;
      at < rows.length && (old.length < oldCount || put.length < newCount || rows[at]?.[0] === "\\");
      at += 1
    ) {
      const row = rows[at] ?? "";
      if (row[0] === "\\") continue;
      if (row[0] !== " " && row[0] !== "-" && row[0] !== "+") return undefined;
      if (row[0] !== "+") old.push(row.slice(1));
      if (row[0] !== "-") put.push(row.slice(1));
    }
    if (old.length !== oldCount || put.length !== newCount) return undefined;
    hunks.push({
      start: oldCount === 0 ? oldStart + 1 : oldStart,
      count: oldCount,
      newStart: newCount === 0 ? newStart + 1 : newStart,
      old,
      put,
    });
  }
  return hunks;
};

/**
 * Applies a shown diff to lines that are known by number. `undefined` where the text is no whole diff, or says
 * something else than these lines.
 *
 * @example
 * followHunks(new Map([[1, "a"]]), "@@ -1,1 +1,1 @@\n-a\n+b"); // Map { 1 → "b" }
 */
export const followHunks = (lines: LinesByNumber, diff: string): LinesByNumber | undefined => {
  const hunks = readHunks(diff);
  if (!hunks) return undefined;
  const result: LinesByNumber = new Map();
  const numbers = [...lines.keys()].sort((one, other) => one - other);
  let at = 0;
  let shift = 0;
  const carry = (below: number): void => {
    for (let number = numbers[at]; number !== undefined && number < below; number = numbers[++at])
      result.set(number + shift, lines.get(number) ?? "");
  };
  for (const hunk of hunks) {
    carry(hunk.start);
    for (const [index, text] of hunk.old.entries()) {
      const known = lines.get(hunk.start + index);
      if (known !== undefined && known !== text) return undefined;
    }
    while ((numbers[at] ?? Number.POSITIVE_INFINITY) < hunk.start + hunk.count) at += 1;
    for (const [index, text] of hunk.put.entries()) result.set(hunk.newStart + index, text);
    shift = hunk.newStart + hunk.put.length - (hunk.start + hunk.count);
  }
  carry(Number.POSITIVE_INFINITY);
  return result;
};
