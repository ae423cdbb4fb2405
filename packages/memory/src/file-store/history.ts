import { randomBytes } from "node:crypto";
import type { JsonObject } from "@lembas/arguments";
import { appendLines, withLock } from "@lembas/files";
import { revisionOf } from "./file-entries.js";
import { withoutPaths } from "./file-store-error.js";
import { readJsonLines } from "./read-json-lines.js";

/** A change in the history, one JSON object a line. */
export interface HistoryChange {
  /** The change's own id. */
  readonly id: string;
  /** When, in ISO 8601. */
  readonly time: string;
  /** The target's name, in lower case. */
  readonly target: string;
  /** The operations, as they were sent; none where they cannot be written as JSON. */
  readonly ops: readonly unknown[];
  /** Why, where the host said so. */
  readonly reason?: string;
  /** Where in the list the entries changed, from 0. */
  readonly at: number;
  /** The entries that were removed from there. */
  readonly removed: readonly string[];
  /** The entries that were added there. */
  readonly added: readonly string[];
  /** The revisions before and after. */
  readonly before: string;
  readonly after: string;
}

interface Difference {
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The one stretch of a list that another list has otherwise. */
const compare = (old: readonly string[], now: readonly string[]): Difference => {
  const most = Math.min(old.length, now.length);
  let at = 0;
  while (at < most && old[at] === now[at]) at++;
  let tail = 0;
  while (tail < most - at && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return { at, removed: old.slice(at, old.length - tail), added: now.slice(at, now.length - tail) };
};

/** A change of a target, as it goes into the history. */
export const toHistoryChange = (
  target: string,
  old: readonly string[],
  now: readonly string[],
  { ops, reason }: { readonly ops: readonly unknown[]; readonly reason?: string | undefined },
): HistoryChange => ({
  id: randomBytes(8).toString("hex"),
  time: new Date().toISOString(),
  target,
  ops,
  ...(reason === undefined ? {} : { reason }),
  ...compare(old, now),
  before: revisionOf(old),
  after: revisionOf(now),
});

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** Whether a line is a change; lines that a person or another program wrote are none. */
const isChange = (line: JsonObject): line is JsonObject & HistoryChange => {
  const { id, time, target, ops, at, removed, added, before, after } = line;
  const words = [id, time, target, before, after].every((word) => typeof word === "string");
  return words && Array.isArray(ops) && Number.isSafeInteger(at) && isTexts(removed) && isTexts(added);
};

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
   * Adds a change, before it is published: no change is without its history. One whose publishing a crash prevented
   * stays in it, and is known by nothing having come of it.
   */
  async add(change: HistoryChange): Promise<void> {
    await this.#append(change.target, toLine(change));
  }

  /** Adds that a change was taken back. */
  async addUndo({ id, target }: HistoryChange): Promise<void> {
    await this.#append(target, JSON.stringify({ time: new Date().toISOString(), target, undoes: id }));
  }

  /** The target's last change that was not taken back, if these entries are what it left. */
  async findLast(target: string, entries: readonly string[]): Promise<HistoryChange | undefined> {
    const now = revisionOf(entries);
    const what = `the history of memory target "${target}" cannot be read`;
    const lines = await withoutPaths(what, () => readJsonLines(this.#path));
    const undone = new Set(lines.map(({ undoes }) => undoes));
    const changes = lines
      .filter(isChange)
      .filter((change) => change.target === target && !undone.has(change.id));
    // Passed over: a change of which nothing came, or that was taken back right before a crash.
    const last = changes.findLast(({ before, after }) => after === now || before !== now);
    return last?.after === now ? last : undefined;
  }

  /** Deletes it all. The errors are those of the file. */
  async purge(): Promise<void> {
    await withLock(this.#path, (file) => file.remove());
  }

  #append(target: string, line: string): Promise<void> {
    const what = `the history of memory target "${target}" cannot be written`;
    return withoutPaths(what, () => appendLines(this.#path, [line]));
  }
}
