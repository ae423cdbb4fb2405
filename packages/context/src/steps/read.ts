import { checkFlag } from "@lembas/arguments";
import { countCharacters } from "@lembas/format";
import type { ReadEntry } from "../journal/entry.js";
import { type LedgerSettings, type PageBounds, resolveBounds } from "../options.js";
import { checkName, wellFormedText } from "../text/check.js";
import { CUT_MARK, EMPTY_FILE, pastColumn, pastEnd } from "../text/messages.js";
import { findPage, numberLines, type Page } from "../text/page.js";
import { sha256, shortHash } from "../text/sha256.js";
import { type Cover, findCover } from "../windows/cover.js";
import { showPath } from "../windows/path-key.js";
import { findEntry, type LedgerState } from "../windows/state.js";
import type { Decision, StepName, Uncounted } from "./decision.js";
import { modelNumber } from "./model-number.js";

/** One read of a file. `offset`, `limit` and `column` may be whatever the model sent. */
export interface ReadStep extends PageBounds {
  readonly id?: string | undefined;
  /** The host's own name for the call. */
  readonly callId?: string | undefined;
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

type Decided = Decision<Uncounted<ReadEntry>>;

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

const missHead = ({ id }: StepName, { path, sha }: FileName): string =>
  `[${id} ${showPath(path)} sha ${shortHash(sha)}] `;

/** Where the conversation shows what a read asks for. Specification 2.6, 2.14 and 2.15. */
const sinceText = ({ since, from, to, edits }: Cover): string => {
  if (edits.length > 0) {
    const what = edits.length === 1 ? "the edit" : "the edits";
    return `Unchanged since ${edits.at(-1)}: what ${joinIds(since)} shows, with ${what} ${joinIds(edits)}.`;
  }
  if (to === 0) return `Unchanged since ${joinIds(since)}, which is empty.`;
  return `Unchanged since ${joinIds(since)}, which already ${since.length === 1 ? "shows" : "show"} lines ${from}-${to}.`;
};

const decideStub = (name: StepName, file: FileName, page: Range, cover: Cover, given: number): Decided => ({
  entry: {
    op: "read",
    ...name,
    ...file,
    result: "stub",
    first: page.first,
    last: page.last,
    since: cover.since,
    from: cover.from,
    to: cover.to,
    ...(cover.edits.length > 0 && { edits: cover.edits }),
  },
  kind: "stub",
  since: [...cover.since, ...cover.edits],
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

const decideShown = (name: StepName, file: FileName, page: Page, raw: string, bounded: boolean): Decided => {
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
export const decideRead = (
  state: LedgerState,
  settings: LedgerSettings,
  name: StepName,
  step: ReadStep,
): Decided => {
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
      : findCover(known, first, last, {
          union: settings.union,
          isShown: (id) => settings.isShown(id, findEntry(state, id)?.callId),
        });

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
