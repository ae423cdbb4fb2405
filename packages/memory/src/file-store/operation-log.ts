import type { JsonObject } from "@lembas/arguments";
import { appendLines, withLock } from "@lembas/files";
import { REMEMBERED_OPERATION_IDS } from "../store/check-update.js";
import { withoutPaths } from "./file-store-error.js";
import { readJsonLines } from "./read-json-lines.js";

/** The log is shortened when it has so many lines, two for each operation. */
const MOST_LINES = 6 * REMEMBERED_OPERATION_IDS;

/**
 * One operation in the log of those that were applied to a target; used under the target's lock. It is written down
 * before its change is published, with the revision that the change leads to, and again after. So after a crash
 * between the two, the revision that is there tells whether it was applied.
 */
export class FileOperation {
  readonly #path: string;
  readonly #target: string;
  readonly #id: string;

  /** @param path the file of the target's log */
  constructor(path: string, target: string, id: string) {
    this.#path = path;
    this.#target = target;
    this.#id = id;
  }

  /** The answer that the operation had, if it was applied: in a box, since an answer may be undefined. */
  async find<Value>(revision: string): Promise<{ readonly value: Value } | undefined> {
    const log = await this.#named("read", () => readJsonLines(this.#path));
    const lines = log.filter(({ id }) => id === this.#id);
    const begun = lines.findLast((line) => "after" in line);
    if (begun === undefined) return undefined;
    const { after, value } = begun;
    const isApplied = after === revision || lines.some(({ done }) => done === true);
    return isApplied ? { value: value as Value } : undefined;
  }

  /** Writes the operation down, before its change is published. */
  async begin(after: string, value: unknown): Promise<void> {
    const line = JSON.stringify({ id: this.#id, after, value });
    await this.#named("written", () =>
      withLock(this.#path, async (file) => {
        const lines = await readJsonLines(file.path);
        if (lines.length >= MOST_LINES) await file.replace(latest(lines).map(toText).join(""));
        await file.append([line]);
      }),
    );
  }

  /**
   * Writes down that the change is published. Where that fails the change is made all the same, and its answer is
   * about to be given: only a retry after other changes would not know it.
   */
  async finish(): Promise<void> {
    await appendLines(this.#path, [JSON.stringify({ id: this.#id, done: true })]).catch(() => {});
  }

  #named<Value>(done: "read" | "written", action: () => Promise<Value>): Promise<Value> {
    return withoutPaths(`the operations of memory target "${this.#target}" cannot be ${done}`, action);
  }
}

const toText = (line: JsonObject): string => `${JSON.stringify(line)}\n`;

/** The lines of the latest ids. */
const latest = (lines: readonly JsonObject[]): JsonObject[] => {
  const ids = new Set(lines.map(({ id }) => id).reverse());
  const kept = new Set([...ids].slice(0, REMEMBERED_OPERATION_IDS));
  return lines.filter(({ id }) => kept.has(id));
};
