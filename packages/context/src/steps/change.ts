import { type CapBudgetOptions, capText, countLines } from "@lembas/format";
import type { ChangeEntry } from "../journal/entry.js";
import { type LedgerSettings, resolveCap } from "../options.js";
import { checkName, wellFormedText } from "../text/check.js";
import { changeMessage } from "../text/messages.js";
import { sha256, shortHash } from "../text/sha256.js";
import { unifiedDiff } from "../text/unified-diff.js";
import { parseChanges } from "../windows/follow-edits.js";
import { showPath } from "../windows/path-key.js";
import type { LedgerState } from "../windows/state.js";
import type { Decision, StepName, Uncounted } from "./decision.js";

/** One change of a file: its whole content before and after. */
export interface ChangeStep {
  readonly id?: string | undefined;
  /** The host's own name for the call. */
  readonly callId?: string | undefined;
  readonly path: string;
  /** Absent or `null`: the file is new. */
  readonly before?: string | null | undefined;
  /** `null`: the file is deleted. */
  readonly after: string | null;
  /** How much of the diff is shown, for this call alone. */
  readonly cap?: CapBudgetOptions | "off" | undefined;
}

type Decided = Decision<Uncounted<ChangeEntry>>;

/** What a change of a file inserts: its diff, or that it was created, deleted or no change. Specification 2.8. */
export const decideChange = (
  op: "edit" | "write",
  state: LedgerState,
  settings: LedgerSettings,
  name: StepName,
  step: ChangeStep,
): Decided => {
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
  const shown = cap === "off" ? { text, capped: false } : capText(text, name.id, cap);
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
