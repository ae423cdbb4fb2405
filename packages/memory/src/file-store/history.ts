import { randomBytes } from "node:crypto";
import type { JsonObject } from "@lembas/arguments";
import { appendLines, withLock } from "@lembas/files";
import { differenceOf, isTexts } from "../store/difference.js";
import type { HistoryChange } from "../store/history-change.js";
import { revisionOf } from "./file-entries.js";
import { unlessUnflushed, withoutPaths } from "./file-store-error.js";
import { readJsonLines } from "./read-json-lines.js";

interface ChangeDetails {
  readonly ops: readonly unknown[];
  readonly reason?: string | undefined;
  readonly undoes?: string | undefined;
}

/** A change of a target, as it goes into the history. */
export const toHistoryChange = (
  target: string,
  old: readonly string[],
  now: readonly string[],
  { ops, reason, undoes }: ChangeDetails,
): HistoryChange => ({
  id: randomBytes(8).toString("hex"),
  time: new Date().toISOString(),
  target,
  ops,
  ...(reason === undefined ? {} : { reason }),
  ...(undoes === undefined ? {} : { undoes }),
  ...differenceOf(old, now),
  before: revisionOf(old),
  after: revisionOf(now),
});

/** Whether a line is a change; lines that a person or another program wrote are none. */
const isChange = (line: JsonObject): line is JsonObject & HistoryChange => {
  const { id, time, target, ops, at, removed, added, before, after } = line;
  const words = [id, time, target, before, after].every((word) => typeof word === "string");
  return words && Array.isArray(ops) && Number.isSafeInteger(at) && isTexts(removed) && isTexts(added);
};

/**
 * Whether a change was published, by what was there next: what it found, and nothing came of it (or somebody took it
 * back by hand, which is as good), or what it left, or what somebody made of that by hand.
 */
const wasMade = ({ before, after }: HistoryChange, next: string): boolean =>
  next === after || next !== before;

/** What undo needs is written whatever a model sent: nested more deeply than can be written, or no JSON at all. */
const toLine = (change: HistoryChange): string => {
  try {
    return JSON.stringify(change);
  } catch {
    return JSON.stringify({ ...change, ops: [] });
  }
};

/** The changes of all targets of a store, in `.history.jsonl`. */
export class History {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Adds a change, before it is published: no change is without its history, one that takes another back neither. One
   * whose publishing a crash prevented stays in it, and is known by nothing having come of it.
   */
  async add(change: HistoryChange): Promise<void> {
    await this.#append(change.target, toLine(change));
  }

  /** The target's changes that stand, given the entries as they are: the latest last. */
  async standing(target: string, entries: readonly string[]): Promise<HistoryChange[]> {
    const lines = await withoutPaths(`the history of memory target "${target}"`, "read", () =>
      readJsonLines(this.#path),
    );
    const now = revisionOf(entries);
    const changes = lines.filter(isChange).filter((change) => change.target === target);
    const made = changes.filter((change, index) => wasMade(change, changes[index + 1]?.before ?? now));
    const undone = new Set(made.map(({ undoes }) => undoes));
    return made.filter(({ id, undoes }) => undoes === undefined && !undone.has(id));
  }

  /** The target's last change that stands, if these entries are what it left. */
  async findLast(target: string, entries: readonly string[]): Promise<HistoryChange | undefined> {
    const last = (await this.standing(target, entries)).at(-1);
    return last?.after === revisionOf(entries) ? last : undefined;
  }

  /** Deletes it all. The errors are those of the file. */
  async purge(): Promise<void> {
    await withLock(this.#path, (file) => file.remove());
  }

  #append(target: string, line: string): Promise<void> {
    return withoutPaths(`the history of memory target "${target}"`, "written", () =>
      unlessUnflushed(() => appendLines(this.#path, [line])),
    );
  }
}
