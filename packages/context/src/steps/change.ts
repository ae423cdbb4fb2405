import { checkFlag, checkListOf } from "@lembas/arguments";
import { type CapBudgetOptions, capText, countLines } from "@lembas/format";
import { type EntryOf, FILE } from "../journal/entry-shape.js";
import {
  isCount,
  isHash,
  isNull,
  isText,
  isThreeCounts,
  isTrue,
  listOf,
  optional,
  type Shaped,
  shaped,
} from "../journal/schema.js";
import { KnownLines } from "../known-lines/known-lines.js";
import { fileLines, type TextLines, textLines } from "../known-lines/text-lines.js";
import { resolveCap } from "../options.js";
import { checkName, wellFormedText } from "../text/check.js";
import { fileHead } from "../text/heads.js";
import { changeMessage, editMessage } from "../text/messages.js";
import { ownText } from "../text/own-text.js";
import { sha256 } from "../text/sha256.js";
import { isKeptWhole, storedTexts } from "../text/stored-text.js";
import { unifiedDiff } from "../text/unified-diff.js";
import { followRange, parseChanges } from "../windows/follow-edits.js";
import type { FileState, LedgerState, Window } from "../windows/state.js";
import type { Decision, Situation, StepKind, StepName } from "./step-kind.js";

/** One change of a file: its whole content before and after. */
export interface ChangeStep extends StepName {
  readonly path: string;
  /** Absent or `null`: the file is new. */
  readonly before?: string | null | undefined;
  /** `null`: the file is deleted. */
  readonly after: string | null;
  /** How much of the diff is shown, for this call alone. */
  readonly cap?: CapBudgetOptions | "off" | undefined;
}

/** A part of a file replaced. */
export interface EditStep extends ChangeStep {
  /**
   * The texts that the conversation holds as arguments of the call, such as the one that takes the place of another:
   * lines of `after` that stand in them are then known. Specification 2.28.
   */
  readonly inCall?: readonly string[] | undefined;
}

/** A file written whole. */
export interface WriteStep extends ChangeStep {
  /**
   * Whether the conversation holds `after` as an argument of the call, and the file is exactly that (no formatter went
   * over it): its lines are then known, and the result need not repeat them. Specification 2.24.
   */
  readonly inCall?: boolean | undefined;
}

/** SHA-256 of the content after, 64 hex digits. */
const CHANGE = { ...FILE, sha: isHash };

const CHANGED = {
  ...CHANGE,
  /** The diff, whole; absent where it is not kept. */
  text: optional(isText),
  /** Where the file's windows follow this change: each run's old line, lines removed and lines added. */
  follows: optional(listOf(isThreeCounts)),
};

/** A write whose content stands in its call. */
const IN_CALL = {
  inCall: optional(isTrue),
  /** The content after it where it stands in the call; absent where it is empty or not kept. */
  text: optional(isText),
};

/** What the conversation holds as arguments of a call: all of the content after it, or some texts. */
interface CallContent {
  readonly isInCall: boolean;
  readonly texts: readonly string[];
}

/** Lines of the content after an edit that stand in its call: the number of the first, and each with a newline. */
const CALL_LINES = { number: isCount, text: isText };

type CallLines = Shaped<typeof CALL_LINES>;

const DELETED = { ...FILE, sha: isNull };

/** What the journal has of a change of a file: an edit, or a write. */
export const CHANGE_ENTRIES = {
  "edit changed": { ...CHANGED, callLines: optional(listOf(shaped(CALL_LINES))) },
  "edit created": CHANGE,
  "edit unchanged": CHANGE,
  "edit deleted": DELETED,
  "write changed": { ...CHANGED, ...IN_CALL },
  "write created": { ...CHANGE, ...IN_CALL },
  "write unchanged": { ...CHANGE, ...IN_CALL },
  "write deleted": DELETED,
};

export type ChangeEntry = EntryOf<typeof CHANGE_ENTRIES>;

/** The lines of a content that stand in the texts of a call, looked for as known lines are. Specification 2.28. */
const findCallLines = (after: string, texts: readonly string[]): CallLines[] => {
  const call = new KnownLines();
  for (const [index, text] of texts.entries()) call.print(String(index), textLines(text));
  if (call.size === 0) return [];
  const lines = fileLines(after);
  return call.find(lines).map(({ at, count }) => ({
    number: at + 1,
    text: ownText(`${after.slice(lines.lineStart(at), lines.lineEnd(at + count - 1))}\n`),
  }));
};

/** The texts of an edit's call, well-formed. */
const callTexts = (texts: unknown): string[] => {
  checkListOf(texts, "inCall", "string");
  return texts.map((text) => wellFormedText(text, "inCall"));
};

/** What a change of a file inserts: its diff, or that it was created, deleted or no change. Specification 2.8. */
const decide = (
  op: "edit" | "write",
  { state, settings, name }: Situation,
  step: ChangeStep,
  { isInCall, texts }: CallContent,
): Decision<ChangeEntry> => {
  const path = checkName(step.path, "path");
  const before =
    step.before === undefined || step.before === null ? null : wellFormedText(step.before, "before");
  const after = step.after === null ? null : wellFormedText(step.after, "after");
  const cap = step.cap === undefined ? settings.capOf(op) : resolveCap(step.cap);
  const key = settings.pathKey(path);

  if (after === null) {
    const entry = { op, ...name, path, key, sha: null, lines: 0, result: "deleted" } as const;
    const head = `${fileHead(settings, name.id, entry)} `;
    return { entry, kind: "notice", head, body: changeMessage(entry), given: 0 };
  }

  const changed = { ...name, path, key, sha: sha256(after), lines: countLines(after) };
  const head = fileHead(settings, name.id, changed);
  const lines = isInCall && state.known !== undefined ? fileLines(after) : undefined;
  const content = isInCall && ({ inCall: true, ...(after !== "" && { text: after }) } as const);
  if (before === null || before === after) {
    const result = before === null ? "created" : "unchanged";
    const entry = { op, ...changed, result, ...content } as const;
    return { entry, kind: "notice", head: `${head} `, body: changeMessage(entry), given: 0, lines };
  }

  const { text, shown: rows } = unifiedDiff(before, after);
  const callLines = state.known === undefined ? [] : findCallLines(after, texts);
  const stored = { text, ...(callLines.length > 0 && { callLines }) };
  if (isInCall || settings.editText === "line") {
    const entry = { op, ...changed, result: "changed", ...(isInCall ? content : stored) } as const;
    return {
      entry,
      kind: "notice",
      head: `${head} `,
      body: editMessage(parseChanges(text)),
      given: 0,
      lines,
    };
  }
  const recalled = isKeptWhole(storedTexts(stored), settings.keepChars) ? name.id : undefined;
  const capped = capText(rows, recalled, cap, settings.measure);
  const shown = { text: capped.text, capped: capped.capped || rows !== text };
  const known = state.files.get(key);
  const follows =
    settings.acrossEdits &&
    !shown.capped &&
    known !== undefined &&
    known.windows.length + known.rows.length > 0 &&
    known.sha === sha256(before);
  return {
    entry: {
      op,
      ...changed,
      result: "changed",
      ...stored,
      ...(shown.capped && { capped: true }),
      ...(follows && {
        follows: parseChanges(text).map(({ at, deleted, added }) => [at, deleted, added.length] as const),
      }),
    },
    kind: shown.capped ? "capped" : "full",
    head: `${head}\n`,
    body: shown.text,
    given: 0,
  };
};

/** The windows of a file after a change whose diff was shown whole. */
const followedWindows = (
  windows: readonly Window[],
  follows: readonly (readonly [number, number, number])[],
): Window[] =>
  windows.flatMap((window) => {
    const followed = window.first === 0 ? undefined : followRange(window, follows);
    return followed === undefined ? [] : [{ ...window, ...followed }];
  });

/** What stands in the call is printed: of a write its content, of an edit lines of it. Specification 2.24 and 2.28. */
const printLines = (state: LedgerState, entry: ChangeEntry, lines: TextLines | undefined): void => {
  if ("inCall" in entry && entry.text !== undefined)
    state.known?.print(entry.id, lines ?? fileLines(entry.text), { file: entry.key });
  if ("callLines" in entry)
    for (const { number, text } of entry.callLines ?? [])
      state.known?.print(entry.id, fileLines(text, number));
};

const apply = (state: LedgerState, entry: ChangeEntry, givenLines: TextLines | undefined): void => {
  printLines(state, entry, givenLines);
  const { id, key, path, sha, lines, result } = entry;
  if (result !== "unchanged") {
    state.changes.delete(key);
    state.changes.set(key, { id, path, sha });
  }
  const known = state.files.get(key);
  const isWritten = result !== "unchanged";
  if (known !== undefined && known.sha === sha) {
    state.files.set(key, { ...known, isWritten, ...(isWritten && { change: id }) });
    return;
  }
  const file: FileState = {
    sha,
    lines,
    windows: [],
    rows: [],
    edits: undefined,
    change: isWritten ? id : undefined,
    isWritten,
  };
  if (known === undefined || entry.result !== "changed" || entry.follows === undefined) {
    state.files.set(key, file);
    return;
  }
  const windows = followedWindows(known.windows, entry.follows);
  const rows = followedWindows(known.rows, entry.follows);
  const edits = { id, count: (known.edits?.count ?? 0) + 1, before: known.edits };
  state.files.set(key, windows.length + rows.length === 0 ? file : { ...file, windows, rows, edits });
};

const storedText = (_: LedgerState, entry: ChangeEntry): string | undefined => {
  if ("inCall" in entry) return entry.lines === 0 ? "" : entry.text;
  return entry.result === "changed" ? entry.text : changeMessage(entry);
};

const findOdd = (entry: ChangeEntry): string | undefined => {
  const follows = entry.result === "changed" ? entry.follows : undefined;
  const odd = follows?.find(([, , added]) => added > entry.lines);
  if (odd !== undefined) return `its change adds ${odd[2]} lines to ${entry.lines}`;
  const callLines = "callLines" in entry ? entry.callLines : undefined;
  const past = callLines?.find(
    ({ number, text }) => number < 1 || number + countLines(text) - 1 > entry.lines,
  );
  return past && `its call's lines from ${past.number} on are not all among ${entry.lines}`;
};

const PARTS = ["id", "callId", "path", "before", "after", "cap", "inCall"] as const;

/** A part of a file replaced. Specification 2.8 and 2.28. */
export const editKind: StepKind<EditStep, ChangeEntry> = {
  parts: PARTS,
  decide: (situation, step) => {
    const { inCall = [] } = step;
    return decide("edit", situation, step, { isInCall: false, texts: callTexts(inCall) });
  },
  apply,
  storedText,
  sources: () => [],
  findOdd,
};

/** A file written whole. Specification 2.8 and 2.24. */
export const writeKind: StepKind<WriteStep, ChangeEntry> = {
  ...editKind,
  decide: (situation, step) => {
    const { inCall = false } = step;
    checkFlag(inCall, "inCall");
    return decide("write", situation, step, { isInCall: inCall, texts: [] });
  },
};
