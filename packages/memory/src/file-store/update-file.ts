import type { LockedFile } from "@lembas/files";
import { wellFormed } from "@lembas/format";
import { checkOutcome } from "../store/check-update.js";
import type { ChangeOutcome, MemoryChange } from "../store/memory-store.js";
import { formatEntries, parseEntries, revisionOf } from "./file-entries.js";
import { type History, toHistoryChange } from "./history.js";
import type { FileOperation } from "./operation-log.js";

/** An update of a target in its file. */
interface FileUpdate<Value> {
  readonly target: string;
  /** The target's file, locked. */
  readonly file: LockedFile;
  readonly change: MemoryChange<Value>;
  /** The operation that the update is, where it has an id. */
  readonly operation: FileOperation | undefined;
  /** Where the change is kept, if it is. */
  readonly history: History | undefined;
}

/** One attempt at an update; gives what hands its value back, or throws what `change` threw, as it is. */
export const updateFile = async <Value>({
  target,
  file,
  change,
  operation,
  history,
}: FileUpdate<Value>): Promise<() => Value> => {
  const before = await file.read();
  const entries = Object.freeze(parseEntries(before ?? ""));
  const revision = revisionOf(entries);
  const known = await operation?.find<Value>(revision);
  if (known) return () => known.value;

  let outcome: ChangeOutcome<Value>;
  try {
    outcome = change(entries);
  } catch (error) {
    return () => {
      throw error;
    };
  }
  checkOutcome(outcome);
  const { value } = outcome;
  if (outcome.refused) return () => value;
  const now = outcome.entries.map(wellFormed);
  const text = formatEntries(now);
  await operation?.begin(revisionOf(now), value);
  if (revisionOf(now) !== revision) {
    await history?.add(toHistoryChange(target.toLowerCase(), entries, now, outcome));
    await file.replace(text, { before });
  }
  await operation?.finish();
  return () => value;
};
