import { checkFunction, checkObject, checkWhole } from "@lembas/arguments";
import { wellFormed } from "@lembas/format";
import {
  checkOutcome,
  checkTarget,
  checkUpdate,
  differenceOf,
  type HistoryChange,
  type MemoryChange,
  type MemoryState,
  type MemoryStore,
  type UpdateOptions,
} from "@lembas/memory/store";
import { Database } from "../database/database.js";
import { named } from "../database/failure.js";
import { checkPool, checkScope, readSchema } from "../database/names.js";
import type { PostgresPool } from "../database/pool.js";
import type { Deed } from "../database/postgres-store-error.js";
import { fromBytes } from "../json-bytes.js";
import { formatChange, readChange } from "./history.js";
import type { ChangeRow, TargetRow } from "./memory-statements.js";
import { type Decide, statementsOf, TargetUpdate, type UpdateRequest } from "./target-update.js";

/** What {@link createPostgresMemoryStore} is given. */
export interface PostgresMemoryStoreOptions {
  /** The caller's own pool; it is not ended here. */
  readonly pool: PostgresPool;
  /** Whose memory it is: a tenant, an agent, a user. Nothing of another scope is read or written. */
  readonly scope: string;
  /** The schema of the tables; `lembas` unless given. */
  readonly schema?: string | undefined;
}

/** How a target is watched. */
export interface WatchOptions {
  /** Milliseconds between two looks; 2,000 unless given. */
  readonly interval?: number | undefined;
  /** Given the Error of each look that failed; the next look comes all the same. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const areEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((entry, index) => entry === right[index]);

/** What an update makes of the entries that it finds. */
const decideBy =
  <Value>(change: MemoryChange<Value>, hasOperationId: boolean): Decide<Value> =>
  async ({ entries }) => {
    const outcome = change(entries);
    checkOutcome(outcome);
    const { value } = outcome;
    if (outcome.refused) return () => value;
    const now = outcome.entries.map(wellFormed);
    if (areEqual(entries, now)) return hasOperationId ? { entries, change: null, value } : () => value;
    const { ops, reason } = outcome;
    const text = { ops, ...(reason === undefined ? {} : { reason }), ...differenceOf(entries, now) };
    return { entries: now, change: formatChange(text), value };
  };

/**
 * A memory in PostgreSQL. Made by {@link createPostgresMemoryStore}.
 *
 * @example
 * const store = createPostgresMemoryStore({ pool, scope: "agent-1" });
 * const memory = createMemory({ store });
 */
export class PostgresMemoryStore implements MemoryStore {
  readonly #database: Database;
  readonly #scope: string;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(options: PostgresMemoryStoreOptions) {
    checkObject(options, "options", '{ pool, scope: "agent-1" }');
    const { pool, scope, schema } = options;
    checkPool(pool);
    checkScope(scope);
    this.#statements = statementsOf(readSchema(schema).quoted);
    this.#database = new Database(pool);
    this.#scope = scope;
  }

  /**
   * @throws {TypeError} the target's name is not one
   * @throws {PostgresStoreError} the server gave no answer, or an error
   */
  async read(target: string): Promise<MemoryState> {
    const key = this.#keyOf(target);
    const [row] = await named(reading(target), () =>
      this.#database.read<TargetRow>(this.#statements.read, key),
    );
    if (row === undefined) throw new Error("a statement that gives one row gave none");
    return { entries: Object.freeze(fromBytes<string[]>(row.entries)), revision: row.revision };
  }

  /**
   * @throws {PostgresStoreError} the server gave no answer, or an error; nothing was changed, unless `mayBeWritten` is
   *   true
   * @throws {TypeError} the target's name is not one, `change` not a function, or what it gives not an outcome
   */
  async update<Value>(
    target: string,
    change: MemoryChange<Value>,
    options: UpdateOptions = {},
  ): Promise<Value> {
    checkUpdate(target, change, options);
    const { operationId } = options;
    return this.#update(target, { operationId, decide: decideBy(change, operationId !== undefined) });
  }

  /**
   * Takes a target's last change back, if the entries are still those that it left; called again, the one before it.
   *
   * @returns the change that was taken back; undefined where there is none, or the entries are others by now
   * @throws {TypeError} the target's name is not one
   * @throws {PostgresStoreError} as for `update`
   * @example await store.undo("user"); // { time: "2026-01-30T12:00:00.000Z", removed: [], added: ["Prefers tea."], … }
   */
  async undo(target: string): Promise<HistoryChange | undefined> {
    const key = this.#keyOf(target);
    const decide: Decide<HistoryChange | undefined> = async (found, query) => {
      const [row] = await query<ChangeRow>(this.#statements.standing, [...key, 1]);
      if (row === undefined || row.after !== found.revision) return () => undefined;
      const last = readChange(key[1], row);
      const entries = found.entries.toSpliced(last.at, last.added.length, ...last.removed);
      const change = formatChange({ ops: [], ...differenceOf(found.entries, entries) });
      return { entries, change, undoes: row.version, value: last };
    };
    return this.#update(target, { decide, isLocked: true });
  }

  /**
   * A target's changes that stand: those that were made and not taken back, the latest last.
   *
   * @throws {TypeError} the target's name is not one
   * @throws {PostgresStoreError} the server gave no answer, or an error
   * @example (await store.changes("user")).at(-1)?.added // ["Prefers tea."]
   */
  async changes(target: string): Promise<readonly HistoryChange[]> {
    const key = this.#keyOf(target);
    const rows = await named(reading(target), () =>
      this.#database.read<ChangeRow>(this.#statements.standing, [...key, null]),
    );
    return rows.map((row) => readChange(key[1], row)).reverse();
  }

  /**
   * Deletes the history of all targets of the scope, and every text in it.
   *
   * @throws {PostgresStoreError} the server gave no answer, or an error; a part may be deleted
   * @example await store.purge();
   */
  async purge(): Promise<void> {
    const deed: Deed = { what: "the memory's history", done: "deleted" };
    const deleteSome = async (): Promise<number> => {
      const [row] = await this.#database.write<{ deleted: number }>(this.#statements.purge, [this.#scope]);
      return row?.deleted ?? 0;
    };
    await named(deed, async () => {
      while ((await deleteSome()) > 0);
    });
  }

  /**
   * Calls `onChange` with a target's new state after it has changed, by this process or another: looks at an interval.
   * Two changes between two looks are told as one. Keeps no process alive.
   *
   * @returns stops it; from the moment that it is there every later change is told
   * @throws {TypeError} the target's name is not one, or `onChange` or `onError` not a function
   * @throws {RangeError} the interval is not a whole number of at least 1
   * @throws {PostgresStoreError} the first look failed
   * @example const stop = await store.watch("user", () => memory.refresh());
   */
  async watch(
    target: string,
    onChange: (state: MemoryState) => void,
    options: WatchOptions = {},
  ): Promise<() => void> {
    checkFunction(onChange, "onChange");
    checkObject(options, "options", "{ interval: 5_000 }");
    const { interval = 2_000, onError } = options;
    checkWhole(interval, "interval", 1);
    if (onError !== undefined) checkFunction(onError, "onError");
    let seen = await this.#revisionOf(target);
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout>;

    const look = async (): Promise<MemoryState | undefined> => {
      if ((await this.#revisionOf(target)) === seen) return undefined;
      return this.read(target);
    };
    const wait = (): void => {
      timer = setTimeout(() => {
        look()
          .catch((error: unknown) => void onError?.(error))
          .then((state) => {
            if (isStopped) return;
            wait();
            if (state === undefined) return;
            seen = state.revision;
            onChange(state);
          });
      }, interval);
      // In a browser it is a number.
      timer.unref?.();
    };
    wait();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }

  async #revisionOf(target: string): Promise<string | undefined> {
    const key = this.#keyOf(target);
    const [row] = await named(reading(target), () =>
      this.#database.read<{ revision: string }>(this.#statements.revision, key),
    );
    return row?.revision;
  }

  #update<Value>(target: string, request: UpdateRequest<Value>): Promise<Value> {
    const update = new TargetUpdate(this.#database, this.#statements, this.#keyOf(target), request);
    return named({ what: `memory target "${target}"`, done: "written" }, () => update.run());
  }

  #keyOf(target: string): readonly [scope: string, target: string] {
    checkTarget(target);
    return [this.#scope, target.toLowerCase()];
  }
}

const reading = (target: string): Deed => ({ what: `memory target "${target}"`, done: "read" });

/**
 * A memory store in PostgreSQL, for agents on many machines: several may use one scope. Right behind a pooler in
 * transaction mode. The tables are made by `migrate`.
 *
 * @throws {TypeError} the pool, the scope or the schema's name is not one
 * @example
 * const store = createPostgresMemoryStore({ pool: new pg.Pool(), scope: "agent-1" });
 * await store.read("user"); // { entries: ["Prefers tea."], revision: "…" }
 */
export const createPostgresMemoryStore = (options: PostgresMemoryStoreOptions): PostgresMemoryStore =>
  new PostgresMemoryStore(options);
