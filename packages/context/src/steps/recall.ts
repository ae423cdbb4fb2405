import { countCharacters, toLabel } from "@lembas/format";
import type { IdentifiedEntry } from "../journal/entry.js";
import { type EntryOf, STEP } from "../journal/entry-shape.js";
import { isText } from "../journal/schema.js";
import { type PageBounds, resolveBounds } from "../options.js";
import { CUT_MARK, NO_OUTPUT, pastColumn, pastEnd } from "../text/messages.js";
import { findPage, type Page } from "../text/page.js";
import { findEntry, type LedgerState } from "../windows/state.js";
import { modelNumber } from "./model-number.js";
import { isId } from "./step-id.js";
import type { Decision, Situation, StepKind, StepName } from "./step-kind.js";

/** A call for a stored result. All but `id` and `callId` may be whatever the model sent. */
export interface RecallStep extends PageBounds, StepName {
  /** The id of the result. */
  readonly target: unknown;
  /** The first line, from 1. */
  readonly offset?: unknown;
  /** The most lines, 2,000 by default. */
  readonly limit?: unknown;
  /** The first character of the first line, from 1. */
  readonly column?: unknown;
}

/** A recall that found its result: the result itself, whatever name it was asked by. */
const FOUND = { ...STEP, of: isId };

/** What the journal has of a recall. */
export const RECALL_ENTRIES = {
  "recall shown": FOUND,
  "recall empty": FOUND,
  "recall past": FOUND,
  "recall past-column": FOUND,
  "recall dropped": FOUND,
  /** A recall of what this session never had: the id that was asked for, as the message names it. */
  "recall unknown": { ...STEP, target: isText },
};

export type RecallEntry = EntryOf<typeof RECALL_ENTRIES>;
type Decided = Decision<RecallEntry>;

const TARGET_CHARACTERS = 40;

/** An id as a model writes it: perhaps in brackets, perhaps without its `#`, in any case. Specification 2.11. */
const bareId = (label: string): string => {
  const inside = label.startsWith("[") && label.endsWith("]") ? label.slice(1, -1).trim() : label;
  return `#${inside.replace(/^#+/, "")}`.toLowerCase();
};

/** The id that is meant: where the label is none as it stands, such as `#a001 lines 1-2`, the first one in it. */
const meantId = (label: string): string => {
  const bare = bareId(label);
  return isId(bare) ? bare : (/#[0-9a-f]{4,}/i.exec(label)?.[0] ?? bare);
};

const targetText = (target: unknown): string => {
  if (typeof target === "number") return String(target);
  return typeof target === "string" ? target : "";
};

/** The result that a name stands for; a recall is another name for its own target. */
const resolveTarget = (state: LedgerState, target: string): IdentifiedEntry | undefined => {
  const entry = findEntry(state, target);
  if (entry?.op !== "recall") return entry;
  return entry.result === "unknown" ? undefined : findEntry(state, entry.of);
};

const goesOn = (id: string, { first, next }: Page): string =>
  next === undefined
    ? ""
    : `${CUT_MARK}\n\n(line ${first} goes on — recall ${id} with offset ${first} and column ${next})`;

/** What a recall inserts: lines of the stored text. Specification 2.11. */
const decide = ({ state, settings, name, storedText }: Situation, step: RecallStep): Decided => {
  const { pageLines, pageChars } = resolveBounds(step, settings.boundsOf("recall"));
  const limit = modelNumber(step.limit, pageLines);
  const target = targetText(step.target);
  const found = resolveTarget(state, meantId(toLabel(target)));
  const op = "recall";
  const message = { kind: "notice", given: 0 } as const;
  if (found === undefined) {
    const asked = bareId(toLabel(target, TARGET_CHARACTERS));
    const body = `No stored result ${asked} in this session.`;
    return {
      ...message,
      entry: { op, ...name, result: "unknown", target: asked },
      head: `[${name.id}] `,
      body,
    };
  }

  const of = found.id;
  const text = storedText(found);
  if (text === undefined) {
    const body = `${of} is no longer kept.`;
    return { ...message, entry: { op, ...name, result: "dropped", of }, head: `[${name.id}] `, body };
  }
  const page = findPage(text, {
    offset: modelNumber(step.offset, 1),
    limit,
    column: modelNumber(step.column, 1),
    pageChars,
    numbered: false,
    measure: settings.measure,
  });
  const recalled = `[${name.id} recall ${of}`;
  switch (page.kind) {
    case "empty":
      return {
        ...message,
        entry: { op, ...name, result: "empty", of },
        head: `${recalled} empty]\n`,
        body: NO_OUTPUT,
      };
    case "past": {
      const body = pastEnd(page.offset, page.lines);
      return { ...message, entry: { op, ...name, result: "past", of }, head: `${recalled}] `, body };
    }
    case "past-column": {
      const body = pastColumn(page.column, page.first, page.length);
      return { ...message, entry: { op, ...name, result: "past-column", of }, head: `${recalled}] `, body };
    }
    case "lines": {
      const { first, last, lines, next } = page;
      const shown = text.slice(page.start, page.end);
      const bounded = next !== undefined || last < Math.min(lines, first + limit - 1);
      return {
        entry: { op, ...name, result: "shown", of, ...(bounded && { capped: true }) },
        kind: bounded ? "capped" : "full",
        head: `${recalled} lines ${first}-${last} of ${lines}]\n`,
        body: shown + goesOn(of, page),
        given: countCharacters(shown),
      };
    }
  }
};

/** A call for a stored result. Specification 2.11. */
export const recallKind: StepKind<RecallStep, RecallEntry> = {
  parts: ["id", "callId", "target", "offset", "limit", "column", "pageLines", "pageChars"],
  decide,
  apply: () => undefined,
  // A recall is another name for its target.
  storedText: () => undefined,
  // It names its target, and not as one that the conversation shows.
  sources: () => [],
};
