import { checkFlag } from "@lembas/arguments";
import { countCharacters } from "@lembas/format";
import { type EntryOf, FILE } from "../journal/entry-shape.js";
import { isCount, isHash, isText, listOf, optional } from "../journal/schema.js";
import { type PageBounds, resolveBounds } from "../options.js";
import { checkName, wellFormedText } from "../text/check.js";
import { CUT_MARK, EMPTY_FILE, pastColumn, pastEnd } from "../text/messages.js";
import { findPage, numberLines, type Page } from "../text/page.js";
import { sha256, shortHash } from "../text/sha256.js";
import { type Cover, findCover } from "../windows/cover.js";
import { followChanges, type Lines, parseChanges } from "../windows/follow-edits.js";
import { showPath } from "../windows/path-key.js";
import { type FileState, findEntry, type LedgerState } from "../windows/state.js";
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
    /** The lines, numbered; absent where it is not kept. */
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
  },
  /** A read from past the end of the file, or of its line. */
  "read past": { ...READ, offset: isCount },
  "read past-column": { ...READ, first: isCount, column: isCount, length: isCount },
};

export type ReadEntry = EntryOf<typeof READ_ENTRIES>;
type StubEntry = Extract<ReadEntry, { result: "stub" }>;
type Decided = Decision<ReadEntry>;
type Name = Situation["name"];

interface FileName {
  readonly path: string;
  readonly key: string;
  readonly sha: string;
  readonly lines: number;
}

/** `#a`, `#a and #b`, `#a, #b and #c`. */
const joinIds = (ids: readonly string[]): string =>
  ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;

const lineRange = ({ path, lines, sha }: FileName, first: number, last: number): string =>
  lines === 0
    ? `${showPath(path)} empty sha ${shortHash(sha)}`
    : `${showPath(path)} lines ${first}-${last} of ${lines} sha ${shortHash(sha)}`;

const missHead = ({ id }: Name, { path, sha }: FileName): string =>
  `[${id} ${showPath(path)} sha ${shortHash(sha)}] `;

/** Where the conversation shows what a read asks for. Specification 2.6, 2.14 and 2.15. */
const sinceText = ({ reads, from, to, edits }: Cover): string => {
  if (edits.length > 0) {
    const what = edits.length === 1 ? "the edit" : "the edits";
    return `Unchanged since ${edits.at(-1)}: what ${joinIds(reads)} shows, with ${what} ${joinIds(edits)}.`;
  }
  if (to === 0) return `Unchanged since ${joinIds(reads)}, which is empty.`;
  return `Unchanged since ${joinIds(reads)}, which already ${reads.length === 1 ? "shows" : "show"} lines ${from}-${to}.`;
};

const decideStub = (name: Name, file: FileName, page: Range, cover: Cover, given: number): Decided => ({
  entry: {
    op: "read",
    ...name,
    ...file,
    result: "stub",
    first: page.first,
    last: page.last,
    since: cover.reads,
    from: cover.from,
    to: cover.to,
    ...(cover.edits.length > 0 && { edits: cover.edits }),
  },
  kind: "stub",
  sources: [...cover.reads, ...cover.edits],
  head: `[${name.id} ${lineRange(file, page.first, page.last)}] `,
  body: sinceText(cover),
  given,
});

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

const decideShown = (name: Name, file: FileName, page: Page, raw: string, bounded: boolean): Decided => {
  const text = numberLines(raw, page.first);
  const given = countCharacters(raw);
  return {
    entry: {
      op: "read",
      ...name,
      ...file,
      result: "shown",
      first: page.first,
      last: page.last,
      ...(page.column !== undefined && { column: page.column }),
      ...(page.next !== undefined && { next: page.next }),
      ...(bounded && { capped: true }),
      text,
    },
    kind: bounded ? "capped" : "full",
    head: `[${name.id} ${lineRange(file, page.first, page.last)}]\n`,
    body: text + (page.next === undefined ? "" : CUT_MARK) + readOn(page),
    given,
    numbers: countCharacters(text) - given,
  };
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
    numbered: true,
  });
  const file: FileName = { path, key: settings.pathKey(path), sha: sha256(content), lines: page.lines };
  const known = state.files.get(file.key);
  const coverOf = ({ first, last }: Range): Cover | undefined =>
    fresh || known?.sha !== file.sha
      ? undefined
      : findCover(known, first, last, { union: settings.union, isShown });

  switch (page.kind) {
    case "empty": {
      const range = { first: 0, last: 0 };
      const cover = coverOf(range);
      if (cover !== undefined) return decideStub(name, file, range, cover, 0);
      return {
        entry: { op: "read", ...name, ...file, result: "shown", ...range },
        kind: "full",
        head: `[${name.id} ${lineRange(file, 0, 0)}]\n`,
        body: EMPTY_FILE,
        given: 0,
      };
    }
    case "past": {
      const { offset, lines } = page;
      const entry = { op: "read", ...name, ...file, result: "past", offset } as const;
      return { entry, kind: "notice", head: missHead(name, file), body: pastEnd(offset, lines), given: 0 };
    }
    case "past-column": {
      const { first, column, length } = page;
      const entry = { op: "read", ...name, ...file, result: "past-column", first, column, length } as const;
      const body = pastColumn(column, first, length);
      return { entry, kind: "notice", head: missHead(name, file), body, given: 0 };
    }
    case "lines": {
      const raw = content.slice(page.start, page.end);
      const whole = page.column === undefined && page.next === undefined;
      const cover = whole ? coverOf(page) : undefined;
      if (cover !== undefined) return decideStub(name, file, page, cover, countCharacters(raw));
      const bounded = page.next !== undefined || page.last < Math.min(page.lines, page.first + limit - 1);
      return decideShown(name, file, page, raw, bounded);
    }
  }
};

const apply = (state: LedgerState, entry: ReadEntry): void => {
  const { key, sha, lines } = entry;
  const known = state.files.get(key);
  const file: FileState =
    known?.sha === sha
      ? { ...known, isWritten: false }
      : { sha, lines, windows: [], edits: undefined, change: undefined, isWritten: false };
  state.files.set(key, file);
  if (entry.result !== "shown" || entry.column !== undefined || entry.next !== undefined) return;
  const { id, first, last } = entry;
  const others = file.windows.filter((window) => window.first < first || window.last > last);
  const since = file.edits?.count ?? 0;
  state.files.set(key, { ...file, windows: [...others, { id, first, last, since }] });
};

/** The lines that a read showed, without their numbers. */
const shownLines = (state: LedgerState, id: string): Lines | undefined => {
  const entry = findEntry(state, id);
  if (entry?.op !== "read" || entry.result !== "shown" || entry.text === undefined) return undefined;
  return {
    first: entry.first,
    lines: entry.text.split("\n").map((line) => line.slice(line.indexOf(": ") + 2)),
  };
};

/** The lines that a stub stands for, made from the results that it names. */
const stubLines = (state: LedgerState, entry: StubEntry): Lines | undefined => {
  let known: Lines | undefined;
  for (const id of entry.since) {
    const shown = shownLines(state, id);
    if (shown === undefined) return undefined;
    known =
      known === undefined
        ? shown
        : {
            first: known.first,
            lines: [...known.lines, ...shown.lines.slice(known.first + known.lines.length - shown.first)],
          };
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
  return stub && numberLines(stub.lines.join("\n"), stub.first);
};

/** A read of a file. Specification 2.4 to 2.6. */
export const readKind: StepKind<ReadStep, ReadEntry> = {
  parts: ["id", "callId", "path", "content", "offset", "limit", "column", "fresh", "pageLines", "pageChars"],
  decide,
  apply,
  storedText,
  sources: (entry) => (entry.result === "stub" ? [...entry.since, ...(entry.edits ?? [])] : []),
  findOdd: (entry) => {
    if (entry.result !== "shown" && entry.result !== "stub") return undefined;
    const { first, last, lines } = entry;
    const isFit = lines === 0 ? first === 0 && last === 0 : first >= 1 && first <= last && last <= lines;
    return isFit ? undefined : `its lines ${first}-${last} are none of ${lines}`;
  },
};
