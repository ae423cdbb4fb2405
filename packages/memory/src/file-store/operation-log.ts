import type { JsonObject } from "@lembas/arguments";
import { appendLines, withLock } from "@lembas/files";
import { REMEMBERED_OPERATION_IDS } from "../store/check-update.js";
import { type Difference, isTexts } from "../store/difference.js";
import { revisionOf } from "./file-entries.js";
import { FileStoreError, unlessUnflushed, withoutPaths } from "./file-store-error.js";
import { readJsonLines } from "./read-json-lines.js";

/** The log is shortened when it has so many lines, two for each operation. */
const MOST_LINES = 6 * REMEMBERED_OPERATION_IDS;

/** A change that is about to be published. */
interface Begun extends Difference {
  readonly id: string;
  /** The revisions that it leads from and to. */
  readonly before: string;
  readonly after: string;
  /** What its update gives back. */
  readonly value: unknown;
}

/**
 * The operations that were applied to a target, in `.USER.operations.jsonl`; used under the target's lock. Each is
 * written down before its change is published, and again after. So after a crash between the two, what the next update
 * finds tells whether it was applied; and the next update settles that, whoever makes it, before it changes anything.
 */
export class OperationLog {
  readonly #path: string;
  readonly #target: string;

  /** @param path the file of the target's log */
  constructor(path: string, target: string) {
    this.#path = path;
    this.#target = target;
  }

  /** Settles what a crash left open, given the entries as they are. Every change of them has to begin with this. */
  async settle(entries: readonly string[]): Promise<void> {
    const lines = await this.#read().catch((error) => {
      // What is not a file holds no operation.
      if (error instanceof FileStoreError && error.code === "not-a-file") return [];
      throw error;
    });
    const begun = lines.findLast((line) => "after" in line);
    if (begun === undefined || lines.findLast(({ id }) => id === begun["id"]) !== begun) return;
    await this.#append({ id: begun["id"], done: wasPublished(begun, entries) });
  }

  /** The answer that an operation had, if it was applied: in a box, since an answer may be undefined. */
  async find<Value>(id: string): Promise<{ readonly value: Value } | undefined> {
    const lines = (await this.#read()).filter((line) => line["id"] === id);
    if (lines.findLast(({ done }) => done !== undefined)?.["done"] !== true) return undefined;
    const begun = lines.findLast((line) => "after" in line);
    return begun && { value: begun["value"] as Value };
  }

  /** Writes an operation down, before its change is published. */
  async begin(begun: Begun): Promise<void> {
    const line = JSON.stringify(begun);
    await this.#named("written", () =>
      unlessUnflushed(() =>
        withLock(this.#path, async (file) => {
          const lines = await readJsonLines(file.path);
          if (lines.length >= MOST_LINES) await file.replace(latest(lines).map(toText).join(""));
          await file.append([line]);
        }),
      ),
    );
  }

  /**
   * Writes down that the change is published. Where that fails the change is made all the same, and its answer is
   * about to be given: the next update finds out.
   */
  async finish(id: string): Promise<void> {
    await this.#append({ id, done: true }).catch(() => {});
  }

  #append(line: JsonObject): Promise<void> {
    return this.#named("written", () =>
      unlessUnflushed(() => appendLines(this.#path, [JSON.stringify(line)])),
    );
  }

  #read(): Promise<JsonObject[]> {
    return this.#named("read", () => readJsonLines(this.#path));
  }

  #named<Value>(done: string, action: () => Promise<Value>): Promise<Value> {
    return withoutPaths(`the operations of memory target "${this.#target}"`, done, action);
  }
}

/**
 * Whether a change was published, by what is there. Where that is neither what the change left nor what it found,
 * somebody has edited the file since, by hand: then what the change added is there, and what it removed is not.
 */
const wasPublished = ({ before, after, added, removed }: JsonObject, entries: readonly string[]): boolean => {
  const now = revisionOf(entries);
  if (now === after) return true;
  if (now === before || !isTexts(added) || !isTexts(removed)) return false;
  // The two may share entries that only moved.
  const [came, went] = [
    added.filter((one) => !removed.includes(one)),
    removed.filter((one) => !added.includes(one)),
  ];
  return came.every((one) => entries.includes(one)) && !went.some((one) => entries.includes(one));
};

const toText = (line: JsonObject): string => `${JSON.stringify(line)}\n`;

/** The lines of the latest ids. */
const latest = (lines: readonly JsonObject[]): JsonObject[] => {
  const ids = new Set(lines.map(({ id }) => id).reverse());
  const kept = new Set([...ids].slice(0, REMEMBERED_OPERATION_IDS));
  return lines.filter(({ id }) => kept.has(id));
};
