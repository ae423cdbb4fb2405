import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkFlag, checkFolder, checkNames, checkObject } from "@lembas/arguments";
import { FileError, type LockedFile, makeFolder, readText, withLock } from "@lembas/files";
import { checkTarget, checkUpdate, UPDATE_ATTEMPTS, updateConflict } from "../store/check-update.js";
import type { HistoryChange } from "../store/history-change.js";
import type { MemoryChange, MemoryState, MemoryStore, UpdateOptions } from "../store/memory-store.js";
import { formatEntries, parseEntries, revisionOf } from "./file-entries.js";
import { FileStoreError, withoutPaths } from "./file-store-error.js";
import { History, toHistoryChange } from "./history.js";
import { OperationLog } from "./operation-log.js";
import { updateFile } from "./update-file.js";

/** What {@link createFileStore} is given. */
export interface FileStoreOptions {
  /** The folder of the files; made at the first update, for its owner alone, if it is missing. */
  readonly folder: string;
  /** Whether each change is kept in `.history.jsonl`, for {@link FileStore.undo}; false unless given. */
  readonly history?: boolean | undefined;
}

const NAMES = ["folder", "history"] satisfies (keyof FileStoreOptions)[];

/** Whether somebody changed a file who had no lock, or took the lock over. */
const cameBetween = (error: unknown): boolean =>
  (error instanceof FileError || error instanceof FileStoreError) && ["changed", "lost"].includes(error.code);

const named = (target: string): string => `memory target "${target}"`;

/**
 * A memory store in files. Made by {@link createFileStore}.
 *
 * @example
 * const store = createFileStore({ folder, history: true });
 * const memory = createMemory({ store });
 */
export class FileStore implements MemoryStore {
  readonly #folder: string;
  readonly #history: History | undefined;

  constructor(options: FileStoreOptions) {
    checkObject(options, "options", '{ folder: "memory" }');
    checkNames(options, NAMES, "option");
    const { folder, history = false } = options;
    checkFolder(folder);
    checkFlag(history, "history");
    this.#folder = resolve(folder);
    if (history) this.#history = new History(join(this.#folder, ".history.jsonl"));
  }

  /**
   * @throws {TypeError} the target's name is none
   * @throws {FileStoreError} the target's file is there and cannot be read as text
   */
  async read(target: string): Promise<MemoryState> {
    checkTarget(target);
    const path = this.#pathOf(target);
    const text = await withoutPaths(named(target), "read", () => readText(path));
    const entries = Object.freeze(parseEntries(text ?? ""));
    return { entries, revision: revisionOf(entries) };
  }

  /**
   * @throws {FileStoreError} the target's file cannot be read as text or written; nothing was changed, unless the code
   *   is `unflushed`: then it was written, and a power cut may undo it
   * @throws {TypeError} the target's name is none, `change` no function, or what it gives no outcome or with an entry
   *   that would be read as another: one that is not trimmed, or has a line `§` or a `\r`
   */
  async update<Value>(
    target: string,
    change: MemoryChange<Value>,
    options: UpdateOptions = {},
  ): Promise<Value> {
    checkUpdate(target, change, options);
    const { operationId } = options;
    const [operations, history] = [this.#operations(target), this.#history];
    const answer = await this.#locked(target, (file) =>
      updateFile({ target, file, change, operationId, operations, history }),
    );
    return answer();
  }

  /**
   * Takes a target's last change back, if the entries are still those that it left; called again, the one before it.
   *
   * @returns the change that was taken back; undefined where there is none, or the entries are others by now
   * @throws {Error} the store was made without `history`
   * @throws {TypeError} the target's name is none
   * @throws {FileStoreError} as for `update`
   * @example
   * const store = createFileStore({ folder, history: true });
   * await store.undo("user"); // { time: "2026-01-30T12:00:00.000Z", removed: [], added: ["Prefers tea."], … }
   */
  async undo(target: string): Promise<HistoryChange | undefined> {
    const history = this.#historyKept();
    checkTarget(target);
    if (!(await withoutPaths(named(target), "written", async () => this.#hasFolder()))) return undefined;
    return this.#locked(target, async (file) => {
      const before = await file.read();
      const entries = parseEntries(before ?? "");
      await this.#operations(target).settle(entries);
      const last = await history.findLast(target.toLowerCase(), entries);
      if (last === undefined) return undefined;
      const now = entries.toSpliced(last.at, last.added.length, ...last.removed);
      await history.add(toHistoryChange(last.target, entries, now, { ops: [], undoes: last.id }));
      await file.replace(formatEntries(now), { before });
      return last;
    });
  }

  /**
   * A target's changes that stand: those that were made and not taken back, the latest last.
   *
   * @throws {Error} the store was made without `history`
   * @throws {TypeError} the target's name is none
   * @throws {FileStoreError} the target's file or the history cannot be read
   * @example (await store.changes("user")).at(-1)?.added // ["Prefers tea."]
   */
  async changes(target: string): Promise<readonly HistoryChange[]> {
    const history = this.#historyKept();
    const { entries } = await this.read(target);
    return history.standing(target.toLowerCase(), entries);
  }

  /**
   * Deletes the history of all targets, and every text in it.
   *
   * @throws {Error} the store was made without `history`
   * @throws {FileStoreError} the file cannot be deleted
   * @example await store.purge();
   */
  async purge(): Promise<void> {
    const history = this.#historyKept();
    await withoutPaths("the memory's history", "deleted", async () => {
      if (this.#hasFolder()) await history.purge();
    });
  }

  #historyKept(): History {
    if (this.#history === undefined)
      throw new Error("this store keeps no history: make it with history: true");
    return this.#history;
  }

  /** Whether the folder is there; throws where that cannot be told. */
  #hasFolder(): boolean {
    return statSync(this.#folder, { throwIfNoEntry: false }) !== undefined;
  }

  #pathOf(target: string): string {
    return join(this.#folder, `${target.toUpperCase()}.md`);
  }

  /** Runs an action under a target's lock, and again where somebody came between, who had no lock or took it over. */
  async #locked<Value>(target: string, action: (file: LockedFile) => Promise<Value>): Promise<Value> {
    return withoutPaths(named(target), "written", async () => {
      if (!this.#hasFolder()) await makeFolder(this.#folder);
      for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
        try {
          return await withLock(this.#pathOf(target), action);
        } catch (error) {
          if (!cameBetween(error)) throw error;
        }
      }
      throw updateConflict(target);
    });
  }

  #operations(target: string): OperationLog {
    return new OperationLog(join(this.#folder, `.${target.toUpperCase()}.operations.jsonl`), target);
  }
}

/**
 * A store in files that people can read and edit: the target `user` in `USER.md`, `memory` in `MEMORY.md`, the entries
 * between lines that hold only `§`. Several processes may use one folder.
 *
 * @throws {TypeError} no folder is given, `history` is neither `true` nor `false`, or an option has another name
 * @example
 * const store = createFileStore({ folder: "/home/me/.agent/memory" });
 * await store.read("user"); // { entries: ["Prefers tea."], revision: "…" }
 */
export const createFileStore = (options: FileStoreOptions): FileStore => new FileStore(options);
