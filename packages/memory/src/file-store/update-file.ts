import type { LockedFile } from "@lembas/files";
import { wellFormed } from "@lembas/format";
import { checkOutcome } from "../store/check-update.js";
import { differenceOf } from "../store/difference.js";
import type { ChangeOutcome, MemoryChange } from "../store/memory-store.js";
import { formatEntries, parseEntries, revisionOf } from "./file-entries.js";
import { isUnflushed } from "./file-store-error.js";
import { type History, toHistoryChange } from "./history.js";
import type { OperationLog } from "./operation-log.js";

/** An update of a target in its file. */
interface FileUpdate<Value> {
  readonly target: string;
  /** The target's file, locked. */
  readonly file: LockedFile;
  readonly change: MemoryChange<Value>;
  /** Names the update, where it has a name. */
  readonly operationId: string | undefined;
  readonly operations: OperationLog;
  /** Where the change is kept, if it is. */
  readonly history: History | undefined;
}

/**
 * Replaces a target's file, and then does what is to follow once that is published, though it be perhaps not flushed.
 *
 * @throws {FileError} `unflushed`, after all is done
 */
const publish = async (
  file: LockedFile,
  text: string,
  before: string | undefined,
  follow: () => Promise<void>,
): Promise<void> => {
  let unflushed: unknown;
  try {
    await file.replace(text, { before });
  } catch (error) {
    if (!isUnflushed(error)) throw error;
    unflushed = error;
  }
  await follow();
  if (unflushed !== undefined) throw unflushed;
};

/** One attempt at an update; gives what hands its value back, or throws what `change` threw, as it is. */
export const updateFile = async <Value>({
  target,
  file,
  change,
  operationId: id,
  operations,
  history,
}: FileUpdate<Value>): Promise<() => Value> => {
  const before = await file.read();
  const entries = Object.freeze(parseEntries(before ?? ""));
  await operations.settle(entries);
  const known = id === undefined ? undefined : await operations.find<Value>(id);
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
  const revisions = { before: revisionOf(entries), after: revisionOf(now) };
  if (id !== undefined) {
    await operations.begin({ id, ...revisions, ...differenceOf(entries, now), value });
  }
  const finish = async () => (id === undefined ? undefined : operations.finish(id));
  if (revisions.after === revisions.before) await finish();
  else {
    await history?.add(toHistoryChange(target.toLowerCase(), entries, now, outcome));
    await publish(file, text, before, finish);
  }
  return () => value;
};
