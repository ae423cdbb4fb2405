import { checkFlag } from "@lembas/arguments";
import { countCharacters } from "@lembas/format";
import { type EntryOf, FILE } from "../journal/entry-shape.js";
import { isCount, isHash, isText, isTrue, listOf, optional, shaped } from "../journal/schema.js";
import type { LineRange } from "../known-lines/known-lines.js";
import { concatenate, markedPieces, rangesOutside } from "../known-lines/mark-text.js";
import { fileLines, type TextLines } from "../known-lines/text-lines.js";
import { type LedgerSettings, type PageBounds, resolveBounds } from "../options.js";
import { checkName, wellFormedText } from "../text/check.js";
import { fileHead } from "../text/heads.js";
import { numberLines, numbersWidth } from "../text/line-numbers.js";
import { CUT_MARK, EMPTY_FILE, pastColumn, pastEnd } from "../text/messages.js";
import { ownText } from "../text/own-text.js";
import { findPage, type Page } from "../text/page.js";
import { sha256 } from "../text/sha256.js";
import { type Cover, findCover } from "../windows/cover.js";
import { followChanges, type Lines, parseChanges } from "../windows/follow-edits.js";
import { type FileState, findEntry, type LedgerState, type Window } from "../windows/state.js";
import { ENTRY_MARK, entryMark, findOddMark, showMarks } from "./marks.js";
import { modelNumber } from "./model-number.js";
import { isId } from "./step-id.js";
import type { Decision, Situation, StepKind, StepName } from "./step-kind.js";

/** One read of a file. `offset`, `limit` and `column` may be whatever the model sent. */
export interface ReadStep extends PageBounds, StepName {
  readonly path: string;
  /** The whole file. */
  readonly content: string;
  /** The first line, from 1. */
  readonly offset?: unknown;
  /** The most lines, 2,000 by default. */
  readonly limit?: unknown;
  /** The first character of the first line, from 1. */
  readonly column?: unknown;
  /** Whole, whatever the conversation shows already. */
  readonly fresh?: boolean | undefined;
}

/** SHA-256 of the content, 64 hex digits. */
const READ = { ...FILE, sha: isHash };

/** What the journal has of a read. */
export const READ_ENTRIES = {
  /** A read that shows lines; of an empty file, line 0 to 0. */
  "read shown": {
    ...READ,
    first: isCount,
    last: isCount,
    /** Where the first line begins, if inside; where it goes on, if cut. Such a read is no window. */
    column: optional(isCount),
    next: optional(isCount),
    /** Whether the lines stand in it without numbers, each with its newline. */
    plain: optional(isTrue),
    /** The runs in whose place marks stand. */
    marks: optional(listOf(shaped(ENTRY_MARK))),
    /** The lines, numbered unless it is plain; absent where it is not kept. */
    text: optional(isText),
  },
  /** A read that the conversation shows already. */
  "read stub": {
    ...READ,
    first: isCount,
    last: isCount,
    /** The reads that show it, and what they show together. */
    since: listOf(isId),
    from: isCount,
    to: isCount,
    /** The changes since, whose diffs the conversation shows. */
    edits: optional(listOf(isId)),
    /** Whether its stored text is lines without numbers. */
    plain: optional(isTrue),
  },
  /** A read from past the end of the file, or of its line. */
  "read past": { ...READ, offset: isCount },
  "read past-column": { ...READ, first: isCount, column: isCount, length: isCount },
};

export type ReadEntry = EntryOf<typeof READ_ENTRIES>;
type StubEntry = Extract<ReadEntry, { result: "stub" }>;
type ShownEntry = Extract<ReadEntry, { result: "shown" }>;
type Decided = Decision<ReadEntry>;

interface FileName {
  readonly path: string;
  readonly key: string;
  readonly sha: string;
  readonly lines: number;
}

/** `#a`, `#a and #b`, `#a, #b and #c`. */
const joinIds = (ids: readonly string[]): string =>
  ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;

const lineRange = ({ lines }: FileName, { first, last }: Range): string =>
  lines === 0 ? "empty" : `lines ${first}-${last} of ${lines}`;

/** Where the conversation shows what a read asks for. Specification 2.6, 2.14 and 2.15. */
const sinceText = ({ reads, from, to, edits }: Cover): string => {
  if (edits.length > 0) {
    const what = edits.length === 1 ? "the edit" : "the edits";
    return `Unchanged since ${edits.at(-1)}: what ${joinIds(reads)} shows, with ${what} ${joinIds(edits)}.`;
  }
  if (to === 0) return `Unchanged since ${joinIds(reads)}, which is empty.`;
  return `Unchanged since ${joinIds(reads)}, which already ${reads.length === 1 ? "shows" : "show"} lines ${from}-${to}.`;
};

/** Whether a stub is no longer than what it stands for, where the ledger goes by that. Specification 2.26. */
const isWorthIt = ({ knownLines, heads }: LedgerSettings, cover: Cover, text: string): boolean =>
  (!knownLines && heads !== "short") || countCharacters(sinceText(cover)) <= countCharacters(text);

interface Range {
  readonly first: number;
  readonly last: number;
}

/** What to read next, where lines remain. Specification 2.4 and 2.5. */
const readOn = ({ lines, first, last, next }: Page): string => {
  const more = lines - last;
  if (next !== undefined) {
    const rest = more === 0 ? "" : `; next line: offset ${last + 1}`;
    return `\n\n(line ${first} goes on — read again with offset ${first} and column ${next}${rest})`;
  }
  if (more === 0) return "";
  return `\n\n(${more} more ${more === 1 ? "line" : "lines"} — read again with offset ${last + 1})`;
};

/** The lines of a read's stored text, which are numbered in the file from `first` on. */
const storedLines = (text: string, first: number, plain: boolean): TextLines =>
  fileLines(text, first, !plain);

/** How many characters the numbers of some lines take, each with what stands behind it. */
const countNumbers = (first: number, ranges: readonly LineRange[]): number => {
  let count = 0;
  for (const { from, to } of ranges) count += numbersWidth(first + from, first + to - 1);
  return count;
};

/** What a read inserts: its lines, or where the conversation shows them already. Specification 2.4 to 2.6. */
const decide = ({ state, settings, name, isShown }: Situation, step: ReadStep): Decided => {
  const path = checkName(step.path, "path");
  const content = wellFormedText(step.content, "content");
  const { fresh = false } = step;
  checkFlag(fresh, "fresh");
  const { pageLines, pageChars } = resolveBounds(step, settings.boundsOf("read"));
  const limit = modelNumber(step.limit, pageLines);
  const page = findPage(content, {
    offset: modelNumber(step.offset, 1),
    limit,
    column: modelNumber(step.column, 1),
    pageChars,
    numbered: settings.lineNumbers,
    measure: settings.measure,
  });
  const file: FileName = { path, key: settings.pathKey(path), sha: sha256(content), lines: page.lines };
  const plain = !settings.lineNumbers && ({ plain: true } as const);
  const headOf = (range?: Range): string =>
    fileHead(settings, name.id, file, range && lineRange(file, range));

  const known = state.files.get(file.key);
  const coverOf = ({ first, last }: Range, text: string): Cover | undefined => {
    if (fresh || known?.sha !== file.sha) return undefined;
    const cover = findCover(known, first, last, { union: settings.union, isShown });
    return cover !== undefined && isWorthIt(settings, cover, text) ? cover : undefined;
  };
  const stub = (range: Range, cover: Cover, given: number): Decided => ({
    entry: {
      op: "read",
      ...name,
      ...file,
      result: "stub",
      first: range.first,
      last: range.last,
      since: cover.reads,
      from: cover.from,
      to: cover.to,
      ...(cover.edits.length > 0 && { edits: cover.edits }),
      ...plain,
    },
    kind: "stub",
    sources: [...cover.reads, ...cover.edits],
    head: `${headOf(range)} `,
    body: sinceText(cover),
    given,
  });

  switch (page.kind) {
    case "empty": {
      const range = { first: 0, last: 0 };
      const cover = coverOf(range, EMPTY_FILE);
      if (cover !== undefined) return stub(range, cover, 0);
      return {
        entry: { op: "read", ...name, ...file, result: "shown", ...range },
        kind: "full",
        head: `${headOf(range)}\n`,
        body: EMPTY_FILE,
        given: 0,
      };
    }
    case "past": {
      const { offset, lines } = page;
      const past = { op: "read", ...name, ...file, result: "past", offset } as const;
      return { entry: past, kind: "notice", head: `${headOf()} `, body: pastEnd(offset, lines), given: 0 };
    }
    case "past-column": {
      const { first, column, length } = page;
      const past = { op: "read", ...name, ...file, result: "past-column", first, column, length } as const;
      const body = pastColumn(column, first, length);
      return { entry: past, kind: "notice", head: `${headOf()} `, body, given: 0 };
    }
    case "lines": {
      const { first, last, column, next } = page;
      const raw = content.slice(page.start, page.end);
      const isWhole = column === undefined && next === undefined;
      const shown = settings.lineNumbers ? numberLines(raw, first) : raw;
      const cover = isWhole ? coverOf(page, shown) : undefined;
      const given = countCharacters(raw);
      if (cover !== undefined) return stub(page, cover, given);
      const bounded = next !== undefined || last < Math.min(page.lines, first + limit - 1);
      // A file that is shown whole ends as its stored text does, so it needs no copy.
      const isFile = page.start === 0 && page.end + 1 === content.length && content.endsWith("\n");
      // Lines that are joined are a text of their own; one alone would keep the whole file.
      const numbered = first === last ? ownText(shown) : shown;
      const text = settings.lineNumbers ? numbered : isFile ? ownText(content) : `${raw}\n`;
      const lines = state.known === undefined ? undefined : storedLines(text, first, !settings.lineNumbers);
      const runs =
        isWhole && !fresh && lines ? (state.known?.find(lines, { file: file.key, isShown }) ?? []) : [];
      const ranges = lines === undefined ? [{ from: 0, to: last - first + 1 }] : rangesOutside(lines, runs);
      const numbers = settings.lineNumbers ? countNumbers(first, ranges) : 0;
      const note = (next === undefined ? "" : CUT_MARK) + readOn(page);
      const marked =
        lines === undefined || runs.length === 0
          ? { text: shown + note, characters: given + numbers + countCharacters(note) }
          : concatenate([...markedPieces(lines, runs, lines.text.length - (plain === false ? 0 : 1)), note]);
      let passed = 0;
      const rows = runs.map(({ at, count }) => {
        const row = at - passed;
        passed += count - 1;
        return row;
      });
      return {
        entry: {
          op: "read",
          ...name,
          ...file,
          result: "shown",
          first,
          last,
          ...(column !== undefined && { column }),
          ...(next !== undefined && { next }),
          ...(bounded && { capped: true }),
          ...plain,
          ...(runs.length > 0 && { marks: runs.map(entryMark) }),
          text,
        },
        kind: bounded ? "capped" : runs.length > 0 ? "partial" : "full",
        sources: [...new Set(runs.map(({ key }) => key))],
        marks: lines ? showMarks(lines, { runs, rows }, 1) : [],
        lines,
        head: `${headOf(page)}\n`,
        body: marked.text,
        bodySize: marked.characters,
        given,
        numbers,
      };
    }
  }
};

/** The windows that a read leaves: a range for each stretch that it prints. Specification 2.6 and 2.20. */
const stretchesOf = ({ first, last, marks = [] }: ShownEntry): Range[] => {
  if (first === 0) return [{ first, last }];
  const ranges: Range[] = [];
  let from = first;
  for (const { at, count } of marks) {
    if (first + at > from) ranges.push({ first: from, last: first + at - 1 });
    from = first + at + count;
  }
  if (from <= last) ranges.push({ first: from, last });
  return ranges;
};

/** New windows take the place of those that lie inside them. */
const replaceWindows = (windows: readonly Window[], added: readonly Window[]): Window[] => {
  let left = [...windows];
  for (const { first, last } of added) {
    left = left.filter((window) => window.first < first || window.last > last);
  }
  return [...left, ...added];
};

const printLines = (state: LedgerState, entry: ShownEntry, given: TextLines | undefined): void => {
  const { id, key, first, last, column, next, plain, marks = [], text } = entry;
  if (state.known === undefined || text === undefined || next !== undefined || last === 0) return;
  const lines = given ?? storedLines(text, first, plain === true);
  const ranges = rangesOutside(lines, marks);
  // A first line from a column on does not stand whole.
  const whole =
    column === undefined ? ranges : ranges.map(({ from, to }) => ({ from: Math.max(from, 1), to }));
  state.known.print(id, lines, { file: key, ranges: whole });
};

const apply = (state: LedgerState, entry: ReadEntry, lines: TextLines | undefined): void => {
  const { key, sha } = entry;
  const known = state.files.get(key);
  const file: FileState =
    known?.sha === sha
      ? { ...known, isWritten: false }
      : {
          sha,
          lines: entry.lines,
          windows: [],
          rows: [],
          edits: undefined,
          change: undefined,
          isWritten: false,
        };
  state.files.set(key, file);
  if (entry.result !== "shown") return;
  printLines(state, entry, lines);
  if (entry.column !== undefined || entry.next !== undefined) return;
  const { id, first, last } = entry;
  const since = file.edits?.count ?? 0;
  const stretches = stretchesOf(entry).map((range) => ({ id, ...range, since }));
  state.files.set(key, {
    ...file,
    windows: replaceWindows(file.windows, stretches),
    rows: replaceWindows(file.rows, [{ id, first, last, since }]),
  });
};

/** The lines that a read showed, without their numbers. */
const shownLines = (state: LedgerState, id: string): Lines | undefined => {
  const entry = findEntry(state, id);
  if (entry?.op !== "read" || entry.result !== "shown" || entry.text === undefined) return undefined;
  const { first, plain, text } = entry;
  const rows = (plain === true ? text.slice(0, -1) : text).split("\n");
  return { first, lines: plain === true ? rows : rows.map((line) => line.slice(line.indexOf(": ") + 2)) };
};

/** The lines that several results show together, from the first of them on. */
const joinShown = (known: Lines, shown: Lines): Lines => {
  const first = Math.min(known.first, shown.first);
  const end = Math.max(known.first + known.lines.length, shown.first + shown.lines.length);
  const lines = Array.from({ length: end - first }, (_, index) => {
    const number = first + index;
    return known.lines[number - known.first] ?? shown.lines[number - shown.first] ?? "";
  });
  return { first, lines };
};

/** The lines that a stub stands for, made from the results that it names. */
const stubLines = (state: LedgerState, entry: StubEntry): Lines | undefined => {
  let known: Lines | undefined;
  for (const id of entry.since) {
    const shown = shownLines(state, id);
    if (shown === undefined) return undefined;
    known = known === undefined ? shown : joinShown(known, shown);
  }
  for (const id of entry.edits ?? []) {
    const edit = findEntry(state, id);
    if (known === undefined || edit === undefined || !("text" in edit) || edit.text === undefined)
      return undefined;
    known = followChanges(known, parseChanges(edit.text));
  }
  if (known === undefined) return undefined;
  const skipped = entry.first - known.first;
  return { first: entry.first, lines: known.lines.slice(skipped, skipped + entry.last - entry.first + 1) };
};

const storedText = (state: LedgerState, entry: ReadEntry): string | undefined => {
  if (entry.result === "past") return pastEnd(entry.offset, entry.lines);
  if (entry.result === "past-column") return pastColumn(entry.column, entry.first, entry.length);
  if (entry.lines === 0) return EMPTY_FILE;
  if (entry.result === "shown") return entry.text;
  const stub = stubLines(state, entry);
  if (stub === undefined) return undefined;
  const text = stub.lines.join("\n");
  return entry.plain === true ? `${text}\n` : numberLines(text, stub.first);
};

/** A read of a file. Specification 2.4 to 2.6. */
export const readKind: StepKind<ReadStep, ReadEntry> = {
  parts: ["id", "callId", "path", "content", "offset", "limit", "column", "fresh", "pageLines", "pageChars"],
  decide,
  apply,
  storedText,
  sources: (entry) => {
    if (entry.result === "stub") return [...entry.since, ...(entry.edits ?? [])];
    return entry.result === "shown" ? (entry.marks ?? []).map(({ id }) => id) : [];
  },
  findOdd: (entry) => {
    if (entry.result !== "shown" && entry.result !== "stub") return undefined;
    const { first, last, lines } = entry;
    const isFit = lines === 0 ? first === 0 && last === 0 : first >= 1 && first <= last && last <= lines;
    if (!isFit) return `its lines ${first}-${last} are none of ${lines}`;
    return entry.result === "shown" ? findOddMark(entry.marks, last - first + 1) : undefined;
  },
};
