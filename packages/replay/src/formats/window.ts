import type { PrintedLines } from "./recorded.js";

/** The line above a window of SWE-agent's viewer, `[File: a.py (94 lines total)]`, and what stands below it. */
interface WindowHead {
  readonly path: string;
  /** How many lines the file has. */
  readonly total: number;
  readonly rows: readonly string[];
}

const START = "[File: ";

/** The head of the first window in a text, looked for row by row: in one row it may begin any number of times. */
export const windowHead = (text: string): WindowHead | undefined => {
  const rows = text.replaceAll("\r\n", "\n").split("\n");
  for (const [at, row] of rows.entries()) {
    const start = row.indexOf(START);
    const end = start < 0 ? null : / \((\d+) lines total\)\]$/.exec(row);
    const from = start + START.length;
    if (end && end.index >= from)
      return { path: row.slice(from, end.index), total: Number(end[1]), rows: rows.slice(at + 1) };
  }
  return undefined;
};

/** The lines in a window: below its head what is above them (`(4 more lines above)`), then `12:text`. */
export const readWindow = (text: string): PrintedLines | undefined => {
  const head = windowHead(text);
  if (!head) return undefined;
  const above = /^\((\d+) more lines? above\)$/.exec(head.rows[0] ?? "");
  const lines: string[] = [];
  const first = (above ? Number(above[1]) : 0) + 1;
  for (const row of above ? head.rows.slice(1) : head.rows) {
    const prefix = `${first + lines.length}:`;
    if (!row.startsWith(prefix)) break;
    lines.push(row.slice(prefix.length));
  }
  return lines.length === 0 ? undefined : { first, lines, parts: head.total + 1 };
};
