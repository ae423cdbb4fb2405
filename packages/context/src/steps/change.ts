import { checkFlag } from "@lembas/arguments";
import { type CapBudgetOptions, capText, countLines } from "@lembas/format";
import { type EntryOf, FILE } from "../journal/entry-shape.js";
import { isHash, isNull, isText, isThreeCounts, isTrue, listOf, optional } from "../journal/schema.js";
import { fileLines, type TextLines } from "../known-lines/text-lines.js";
import { resolveCap } from "../options.js";
import { checkName, wellFormedText } from "../text/check.js";
import { fileHead } from "../text/heads.js";
import { changeMessage, editMessage } from "../text/messages.js";
import { sha256 } from "../text/sha256.js";
import { isKeptWhole } from "../text/stored-text.js";
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

const DELETED = { ...FILE, sha: isNull };

/** What the journal has of a change of a file: an edit, or a write. */
export const CHANGE_ENTRIES = {
  "edit changed": CHANGED,
  "edit created": CHANGE,
  "edit unchanged": CHANGE,
  "edit deleted": DELETED,
  "write changed": { ...CHANGED, ...IN_CALL },
  "write created": { ...CHANGE, ...IN_CALL },
  "write unchanged": { ...CHANGE, ...IN_CALL },
  "write deleted": DELETED,
};

export type ChangeEntry = EntryOf<typeof CHANGE_ENTRIES>;

/** What a change of a file inserts: its diff, or that it was created, deleted or no change. Specification 2.8. */
const decide = (
  op: "edit" | "write",
  { state, settings, name }: Situation,
  step: WriteStep,
): Decision<ChangeEntry> => {
  const path = checkName(step.path, "path");
  const before =
    step.before === undefined || step.before === null ? null : wellFormedText(step.before, "before");
  const after = step.after === null ? null : wellFormedText(step.after, "after");
  const cap = step.cap === undefined ? settings.capOf(op) : resolveCap(step.cap);
  const { inCall = false } = step;
  checkFlag(inCall, "inCall");
  const file = { op, ...name, path, key: settings.pathKey(path) } as const;

  if (after === null) {
    const entry = { ...file, sha: null, lines: 0, result: "deleted" } as const;
    const head = `${fileHead(settings, name.id, entry)} `;
    return { entry, kind: "notice", head, body: changeMessage(entry), given: 0 };
  }

  const changed = { ...file, sha: sha256(after), lines: countLines(after) };
  const head = fileHead(settings, name.id, changed);
  const lines = inCall && state.known !== undefined ? fileLines(after) : undefined;
  const content = inCall && ({ inCall, ...(after !== "" && { text: after }) } as const);
  if (before === null || before === after) {
    const entry = { ...changed, result: before === null ? "created" : "unchanged", ...content } as const;
    return { entry, kind: "notice", head: `${head} `, body: changeMessage(entry), given: 0, lines };
  }

  const { text, shown: rows } = unifiedDiff(before, after);
  if (inCall || settings.editText === "line") {
    const entry = { ...changed, result: "changed", ...(inCall ? content : { text }) } as const;
    return {
      entry,
      kind: "notice",
      head: `${head} `,
      body: editMessage(parseChanges(text)),
      given: 0,
      lines,
    };
  }
  const recalled = isKeptWhole(text, settings.keepChars) ? name.id : undefined;
  const capped = capText(rows, recalled, cap);
  const shown = { text: capped.text, capped: capped.capped || rows !== text };
  const known = state.files.get(file.key);
  const follows =
    settings.acrossEdits &&
    !shown.capped &&
    known !== undefined &&
    known.windows.length + known.rows.length > 0 &&
    known.sha === sha256(before);
  return {
    entry: {
      ...changed,
      result: "changed",
      text,
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

/** A write whose content stands in the call prints its lines. Specification 2.24. */
const printLines = (state: LedgerState, entry: ChangeEntry, lines: TextLines | undefined): void => {
  if (state.known === undefined || !("inCall" in entry) || entry.text === undefined) return;
  state.known.print(entry.id, lines ?? fileLines(entry.text), { file: entry.key });
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
  return odd && `its change adds ${odd[2]} lines to ${entry.lines}`;
};

const PARTS = ["id", "callId", "path", "before", "after", "cap"] as const;

/** A change of a file. Specification 2.8. */
export const editKind: StepKind<ChangeStep, ChangeEntry> = {
  parts: PARTS,
  decide: (situation, step) => decide("edit", situation, step),
  apply,
  storedText,
  sources: () => [],
  findOdd,
};

/** A file written whole. Specification 2.8 and 2.24. */
export const writeKind: StepKind<WriteStep, ChangeEntry> = {
  ...editKind,
  parts: [...PARTS, "inCall"],
  decide: (situation, step) => decide("write", situation, step),
};
