import { countCharacters, toLabel } from "@lembas/format";
import type { IdentifiedEntry, RecallEntry } from "../journal/entry.js";
import { type LedgerSettings, type PageBounds, resolveBounds } from "../options.js";
import { CUT_MARK, NO_OUTPUT, pastColumn, pastEnd } from "../text/messages.js";
import { findPage, type Page } from "../text/page.js";
import { storedText } from "../text/stored-text.js";
import { findEntry, type LedgerState } from "../windows/state.js";
import type { Decision, StepName, Uncounted } from "./decision.js";
import { modelNumber } from "./model-number.js";

/** A call for a stored result. All but the first two may be whatever the model sent. */
export interface RecallStep extends PageBounds {
  readonly id?: string | undefined;
  /** The host's own name for the call. */
  readonly callId?: string | undefined;
  /** The id of the result. */
  readonly target: unknown;
  /** The first line, from 1. */
  readonly offset?: unknown;
  /** The most lines, 2,000 by default. */
  readonly limit?: unknown;
  /** The first character of the first line, from 1. */
  readonly column?: unknown;
}

type Decided = Decision<Uncounted<RecallEntry>>;

const TARGET_CHARACTERS = 40;

/** An id as a model writes it: perhaps in brackets, perhaps without its `#`, in any case. Specification 2.11. */
const bareId = (label: string): string => {
  const inside = label.startsWith("[") && label.endsWith("]") ? label.slice(1, -1).trim() : label;
  return `#${inside.replace(/^#+/, "")}`.toLowerCase();
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
export const decideRecall = (
  state: LedgerState,
  settings: LedgerSettings,
  name: StepName,
  step: RecallStep,
): Decided => {
  const { pageLines, pageChars } = resolveBounds(step, settings.boundsOf("recall"));
  const limit = modelNumber(step.limit, pageLines);
  const target = targetText(step.target);
  const found = resolveTarget(state, bareId(toLabel(target)));
  const entry = { op: "recall", ...name } as const;
  const message = { kind: "notice", given: 0 } as const;
  if (found === undefined) {
    const asked = bareId(toLabel(target, TARGET_CHARACTERS));
    const body = `No stored result ${asked} in this session.`;
    return { ...message, entry: { ...entry, result: "unknown", target: asked }, head: `[${name.id}] `, body };
  }

  const of = found.id;
  const text = storedText(state, found);
  if (text === undefined) {
    const body = `${of} is no longer kept.`;
    return { ...message, entry: { ...entry, result: "dropped", of }, head: `[${name.id}] `, body };
  }
  const page = findPage(text, {
    offset: modelNumber(step.offset, 1),
    limit,
    column: modelNumber(step.column, 1),
    pageChars,
    numbered: false,
  });
  const recalled = `[${name.id} recall ${of}`;
  switch (page.kind) {
    case "empty":
      return {
        ...message,
        entry: { ...entry, result: "empty", of },
        head: `${recalled} empty]\n`,
        body: NO_OUTPUT,
      };
    case "past": {
      const body = pastEnd(page.offset, page.lines);
      return { ...message, entry: { ...entry, result: "past", of }, head: `${recalled}] `, body };
    }
    case "past-column": {
      const body = pastColumn(page.column, page.first, page.length);
      return { ...message, entry: { ...entry, result: "past-column", of }, head: `${recalled}] `, body };
    }
    case "lines": {
      const { first, last, lines, next } = page;
      const shown = text.slice(page.start, page.end);
      const bounded = next !== undefined || last < Math.min(lines, first + limit - 1);
      return {
        entry: { ...entry, result: "shown", of, ...(bounded && { capped: true }) },
        kind: bounded ? "capped" : "full",
        head: `${recalled} lines ${first}-${last} of ${lines}]\n`,
        body: shown + goesOn(of, page),
        given: countCharacters(shown),
      };
    }
  }
};
