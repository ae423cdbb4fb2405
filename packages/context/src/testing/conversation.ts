import { type ContentBlock, isTextBlock } from "../steps/blocks.js";

/** What one result put into the conversation. */
export interface Shown {
  readonly id: string;
  readonly callId: string;
  readonly text: string;
  /** Of a result of blocks: these. */
  readonly blocks?: readonly ContentBlock[] | undefined;
}

/** Lines of a file by their number: what a reader of some results knows. */
export type KnownLines = ReadonlyMap<number, string>;

const body = (text: string): string => text.slice(text.indexOf("]\n") + 2);

/** The lines that a read's text shows, by number. */
export const linesOfRead = (text: string): KnownLines => {
  const head = / lines (\d+)-(\d+) of \d+ sha [0-9a-f]{8}\]\n/.exec(text);
  if (head === null) throw new Error(`no read that shows lines: ${JSON.stringify(text)}`);
  const [, first, last] = head.map(Number);
  const rows = text.slice(head.index + head[0].length).split("\n");
  const known = new Map<number, string>();
  for (let line = first ?? 0; line <= (last ?? 0); line++) {
    const row = rows[line - (first ?? 0)] ?? "";
    if (!row.startsWith(`${line}: `)) throw new Error(`line ${line} is shown as ${JSON.stringify(row)}`);
    known.set(line, row.slice(`${line}: `.length));
  }
  return known;
};

interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly rows: string[];
}

const hunksOf = (diff: string): Hunk[] => {
  const hunks: Hunk[] = [];
  for (const row of diff.split("\n")) {
    const header = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(row);
    if (header === null) {
      hunks.at(-1)?.rows.push(row);
      continue;
    }
    const [oldLine, oldCount, newLine, newCount] = header.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    hunks.push({
      oldStart: oldCount === 0 ? oldLine + 1 : oldLine,
      oldCount,
      newStart: newCount === 0 ? newLine + 1 : newLine,
      rows: [],
    });
  }
  return hunks;
};

/** What a reader knows of a file's new lines who knew some of its old ones and sees the diff of a change. */
export const linesAfter = (before: KnownLines, changeText: string): KnownLines => {
  const hunks = hunksOf(body(changeText));
  const after = new Map<number, string>();
  for (const [line, text] of before) {
    let moved = line;
    let inside = false;
    for (const { oldStart, oldCount, newStart, rows } of hunks) {
      if (line < oldStart) break;
      if (line < oldStart + oldCount) inside = true;
      const newCount = rows.filter((row) => row.startsWith(" ") || row.startsWith("+")).length;
      moved = line - (oldStart + oldCount) + newStart + newCount;
    }
    if (!inside) after.set(moved, text);
  }
  for (const { newStart, rows } of hunks) {
    const shown = rows.filter((row) => row.startsWith(" ") || row.startsWith("+"));
    for (const [index, row] of shown.entries()) after.set(newStart + index, row.slice(1));
  }
  return after;
};

/** A text after a diff of it: what `patch` would make. */
export const applyDiff = (before: string, diff: string): string => {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  for (const { oldStart, rows } of hunksOf(diff)) {
    result.push(...lines.slice(at, oldStart - 1));
    at = oldStart - 1;
    for (const [index, row] of rows.entries()) {
      const text = row.slice(1) + (rows[index + 1]?.startsWith("\\") ? "" : "\n");
      if (row.startsWith("+")) result.push(text);
      if (row.startsWith(" ") || row.startsWith("-")) {
        if (lines[at] !== text)
          throw new Error(`line ${at + 1} is ${JSON.stringify(lines[at])}, not ${JSON.stringify(text)}`);
        at++;
        if (row.startsWith(" ")) result.push(text);
      }
    }
  }
  return [...result, ...lines.slice(at)].join("");
};

/** What follows `Unchanged since` in a stub of a read. */
export interface StubNames {
  readonly first: number;
  readonly last: number;
  readonly reads: readonly string[];
  readonly edits: readonly string[];
}

const ids = (text: string): string[] => text.match(/#[0-9a-f]{4,}/g) ?? [];

/** The results that a stub of a read names, and the lines that it stands for; `undefined` for any other text. */
export const stubNames = (text: string): StubNames | undefined => {
  const head =
    /^\[#[0-9a-f]+ .* (?:lines (\d+)-(\d+) of \d+|empty) sha [0-9a-f]{8}\] Unchanged since (.*)\.$/.exec(
      text,
    );
  if (head === null) return undefined;
  const range = { first: Number(head[1] ?? 0), last: Number(head[2] ?? 0) };
  const across = /^#[0-9a-f]+: what (.*) shows, with the edits? (.*)$/.exec(head[3] ?? "");
  if (across !== null) return { ...range, reads: ids(across[1] ?? ""), edits: ids(across[2] ?? "") };
  return { ...range, reads: ids(head[3] ?? ""), edits: [] };
};

/** The lines that a stub stands for, made from the texts that it names alone. */
export const linesOfStub = (names: StubNames, textOf: (id: string) => string): string[] => {
  let known: KnownLines = new Map(names.reads.flatMap((id) => [...linesOfRead(textOf(id))]));
  for (const id of names.edits) known = linesAfter(known, textOf(id));
  const lines: string[] = [];
  for (let line = names.first; line <= names.last; line++) {
    const text = known.get(line);
    if (text === undefined)
      throw new Error(`line ${line} is in none of ${[...names.reads, ...names.edits].join(", ")}`);
    lines.push(text);
  }
  return lines;
};

/** The result that a block names in the place of an image; `undefined` for any other block. */
export const imageSince = (block: ContentBlock): string | undefined =>
  isTextBlock(block) ? /^\[image unchanged since (#[0-9a-f]+)\]$/.exec(block.text)?.[1] : undefined;

/** The results that a result names as ones that are shown. */
export const namedIn = ({ text, blocks = [] }: Shown): string[] => {
  const read = stubNames(text);
  if (read !== undefined) return [...read.reads, ...read.edits];
  const same = /^\[#[0-9a-f]+\] Same result as (#[0-9a-f]+)\.$/.exec(text)?.[1];
  return same === undefined ? blocks.flatMap((block) => imageSince(block) ?? []) : [same];
};
