import { checkFlag, checkNames, checkObject } from "@lembas/arguments";
import type { CompactEntry } from "../journal/entry.js";
import { shortHash } from "../text/sha256.js";
import { showPath } from "../windows/path-key.js";
import { findEntry, type LedgerState, latestNames, windowTest } from "../windows/state.js";
import { checkIds, idKey } from "./step-id.js";

/** How a conversation is compacted. */
export interface CompactStep {
  /** The results that stay in the conversation. */
  readonly kept?: readonly string[] | undefined;
  /** Whether the files changed since the last compaction are listed too. */
  readonly edits?: boolean | undefined;
}

const MOST_ROWS = 200;

/** A row of a table, and where in the session it belongs. */
interface Row {
  readonly at: number;
  readonly cells: readonly string[];
}

const showCell = (path: string): string => showPath(path).replaceAll("|", "\\|");

const table = (
  title: string,
  headings: readonly string[],
  rows: readonly Row[],
  what: [string, string],
): string => {
  const lines = [...rows].sort((one, other) => one.at - other.at).slice(-MOST_ROWS);
  const earlier = rows.length - lines.length;
  const note = earlier === 0 ? "" : `\n\n(${earlier} earlier ${what[earlier === 1 ? 0 : 1]} not listed)`;
  const text = [headings, headings.map(() => "---"), ...lines.map(({ cells }) => cells)].map(
    (cells, index) => (index === 1 ? `|${cells.join("|")}|` : `| ${cells.join(" | ")} |`),
  );
  return `${title}\n\n${text.join("\n")}${note}`;
};

/** What the read that made a window showed: the changes that it followed are not in that result. */
const readRow = (state: LedgerState, id: string): Row[] => {
  const entry = findEntry(state, id);
  if (entry?.op !== "read" || entry.result !== "shown") return [];
  const { path, first, last, lines, sha } = entry;
  const range = lines === 0 ? "empty" : `${first}-${last} of ${lines}`;
  return [{ at: state.index.get(idKey(id)) ?? 0, cells: [showCell(path), range, shortHash(sha), id] }];
};

const readTable = (state: LedgerState, stays: (id: string) => boolean): string => {
  const windows = [...state.files.values()].flatMap((file) => file.rows);
  const rows = windows.filter(({ id }) => !stays(id)).flatMap(({ id }) => readRow(state, id));
  if (rows.length === 0) return "";
  const title =
    "## Files read before this summary\n\nRead a file again for its content; recall shows a result by its id.";
  return table(title, ["Path", "Lines", "sha", "Result"], rows, ["read is", "reads are"]);
};

const changeTable = (state: LedgerState, stays: (id: string) => boolean): string => {
  const rows = [...state.changes.values()]
    .filter(({ id }) => !stays(id))
    .map(({ id, path, sha }) => ({
      at: state.index.get(idKey(id)) ?? 0,
      cells: [showCell(path), sha === null ? "deleted" : shortHash(sha), id],
    }));
  if (rows.length === 0) return "";
  const title = "## Files changed before this summary";
  return table(title, ["Path", "sha", "Result"], rows, ["change is", "changes are"]);
};

/**
 * The tables that stand after a summary in the place of what it summed up, and the results that stay. Specification 2.12.
 *
 * @throws {TypeError} the step is not an object, has an unknown part, or `kept` is not a list of ids
 */
export const decideCompact = (state: LedgerState, step: CompactStep): { text: string; kept: string[] } => {
  checkObject(step, "compact", '{ kept: ["#a001"] }');
  checkNames(step, ["kept", "edits"], "part of compact");
  const kept = step.kept === undefined ? [] : checkIds(step.kept);
  const { edits = false } = step;
  checkFlag(edits, "edits");
  const keys = new Set(kept.map(idKey));
  const stays = (id: string): boolean => keys.has(idKey(id));
  const tables = [readTable(state, stays), edits ? changeTable(state, stays) : ""];
  return { text: tables.filter((text) => text !== "").join("\n\n"), kept };
};

/** Ends what the conversation showed, but for what is kept. Specification 2.12 and 2.13. */
export const applyCompact = (state: LedgerState, entry: CompactEntry): void => {
  const kept = new Set(entry.kept.map(idKey));
  const stays = (id: string): boolean => kept.has(idKey(id));
  for (const key of state.present) {
    if (kept.has(key)) continue;
    state.present.delete(key);
    const id = findEntry(state, key)?.id;
    if (id !== undefined) state.known?.forget([id]);
  }
  for (const [key, file] of state.files) {
    const windows = file.windows.filter(windowTest(file, stays));
    const rows = file.rows.filter(windowTest(file, stays));
    if (windows.length === 0 && rows.length === 0 && (file.change === undefined || !stays(file.change)))
      state.files.delete(key);
    else state.files.set(key, { ...file, windows, rows });
  }
  for (const [call, latest] of state.repeats)
    if (!latestNames(latest).every(stays)) state.repeats.delete(call);
  for (const [sha, id] of state.images) if (!stays(id)) state.images.delete(sha);
  for (const [key, { id }] of state.changes) if (!stays(id)) state.changes.delete(key);
};
