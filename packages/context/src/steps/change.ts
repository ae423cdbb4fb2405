import { type CapBudgetOptions, capText, countLines } from "@lembas/format";
import { type EntryOf, FILE } from "../journal/entry-shape.js";
import { isHash, isNull, isText, isThreeCounts, listOf, optional } from "../journal/schema.js";
import { resolveCap } from "../options.js";
import { checkName, wellFormedText } from "../text/check.js";
import { changeMessage } from "../text/messages.js";
import { sha256, shortHash } from "../text/sha256.js";
import { unifiedDiff } from "../text/unified-diff.js";
import { followRange, parseChanges } from "../windows/follow-edits.js";
import { showPath } from "../windows/path-key.js";
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

/** SHA-256 of the content after, 64 hex digits. */
const CHANGE = { ...FILE, sha: isHash };

const CHANGED = {
  ...CHANGE,
  /** The diff, whole; absent where it is not kept. */
  text: optional(isText),
  /** Where the file's windows follow this change: each run's old line, lines removed and lines added. */
  follows: optional(listOf(isThreeCounts)),
};

const DELETED = { ...FILE, sha: isNull };

/** What the journal has of a change of a file: an edit, or a write. */
export const CHANGE_ENTRIES = {
  "edit changed": CHANGED,
  "edit created": CHANGE,
  "edit unchanged": CHANGE,
  "edit deleted": DELETED,
  "write changed": CHANGED,
  "write created": CHANGE,
  "write unchanged": CHANGE,
  "write deleted": DELETED,
};

export type ChangeEntry = EntryOf<typeof CHANGE_ENTRIES>;

/** What a change of a file inserts: its diff, or that it was created, deleted or no change. Specification 2.8. */
const decide = (
  op: "edit" | "write",
  { state, settings, name }: Situation,
  step: ChangeStep,
): Decision<ChangeEntry> => {
  const path = checkName(step.path, "path");
  const before =
    step.before === undefined || step.before === null ? null : wellFormedText(step.before, "before");
  const after = step.after === null ? null : wellFormedText(step.after, "after");
  const cap = step.cap === undefined ? settings.capOf(op) : resolveCap(step.cap);
  const file = { op, ...name, path, key: settings.pathKey(path) } as const;

  if (after === null) {
    const entry = { ...file, sha: null, lines: 0, result: "deleted" } as const;
    return {
      entry,
      kind: "notice",
      head: `[${name.id} ${showPath(path)}] `,
      body: changeMessage(entry),
      given: 0,
    };
  }

  const changed = { ...file, sha: sha256(after), lines: countLines(after) };
  const head = `[${name.id} ${showPath(path)} sha ${shortHash(changed.sha)}]`;
  if (before === null || before === after) {
    const entry = { ...changed, result: before === null ? "created" : "unchanged" } as const;
    return { entry, kind: "notice", head: `${head} `, body: changeMessage(entry), given: 0 };
  }

  const text = unifiedDiff(before, after);
  const shown = capText(text, name.id, cap);
  const known = state.files.get(file.key);
  const follows =
    settings.acrossEdits &&
    !shown.capped &&
    known !== undefined &&
    known.windows.length > 0 &&
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

const apply = (state: LedgerState, entry: ChangeEntry): void => {
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
    edits: undefined,
    change: isWritten ? id : undefined,
    isWritten,
  };
  if (known === undefined || entry.result !== "changed" || entry.follows === undefined) {
    state.files.set(key, file);
    return;
  }
  const windows = followedWindows(known.windows, entry.follows);
  const edits = { id, count: (known.edits?.count ?? 0) + 1, before: known.edits };
  state.files.set(key, windows.length === 0 ? file : { ...file, windows, edits });
};

/** A change of a file. Specification 2.8. */
export const changeKind = (op: "edit" | "write"): StepKind<ChangeStep, ChangeEntry> => ({
  parts: ["id", "callId", "path", "before", "after", "cap"],
  decide: (situation, step) => decide(op, situation, step),
  apply,
  storedText: (_, entry) => (entry.result === "changed" ? entry.text : changeMessage(entry)),
  sources: () => [],
  findOdd: (entry) => {
    const follows = entry.result === "changed" ? entry.follows : undefined;
    const odd = follows?.find(([, , added]) => added > entry.lines);
    return odd && `its change adds ${odd[2]} lines to ${entry.lines}`;
  },
});
