import { checkNumber, checkObject, describe } from "@lembas/arguments";
import { Database } from "../database/database.js";
import { named } from "../database/failure.js";
import { checkPool, checkScope, readSchema } from "../database/names.js";
import type { PostgresPool } from "../database/pool.js";
import type { SchemaOptions } from "../schema/migrate.js";
import { CHANGES_AT_ONCE, pruneStatements, SESSIONS_AT_ONCE } from "./prune-statements.js";

/** What is old enough to be deleted. */
export interface PruneOptions extends SchemaOptions {
  /** Deletes of this scope alone; of all unless given. */
  readonly scope?: string | undefined;
  /** Deletes the changes in the histories of memories that are older than so many days; none unless given. */
  readonly historyDays?: number | undefined;
  /** Deletes the sessions whose last entry is older than so many days, whole; none unless given. */
  readonly sessionDays?: number | undefined;
}

/** What was deleted. */
export interface PruneResult {
  /** Changes in the histories of memories. */
  readonly changes: number;
  /** Sessions, and how many entries they had. */
  readonly sessions: number;
  readonly entries: number;
}

const SECONDS_OF_DAY = 86_400;

/** @throws {TypeError|RangeError} it is given, and is not a number of days */
const checkDays = (days: unknown, name: string): void => {
  if (days === undefined) return;
  checkNumber(days, name);
  if (Number.isFinite(days) && days >= 0) return;
  throw new RangeError(`${name} must be a number of days of at least 0; got ${describe(days)}`);
};

class Pruning {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof pruneStatements>;

  constructor(pool: PostgresPool, schema: string) {
    this.#database = new Database(pool);
    this.#statements = pruneStatements(schema);
  }

  /** The scopes that a statement leads through, or the one that is given. */
  async *#scopes(given: string | undefined, next: string): AsyncGenerator<string> {
    if (given === undefined) yield* this.#names(next, []);
    else yield given;
  }

  /** Names, each found by the one before it, which is the statement's last value. */
  async *#names(next: string, values: readonly string[]): AsyncGenerator<string> {
    for (let last = ""; ; ) {
      const [row] = await this.#database.read<{ name: string }>(next, [...values, last]);
      if (row === undefined) return;
      last = row.name;
      yield last;
    }
  }

  async pruneHistory(given: string | undefined, seconds: number): Promise<number> {
    const { nextScopeOfMemory, nextTarget, deleteChanges } = this.#statements;
    let all = 0;
    for await (const scope of this.#scopes(given, nextScopeOfMemory)) {
      for await (const target of this.#names(nextTarget, [scope])) {
        for (let deleted = CHANGES_AT_ONCE; deleted === CHANGES_AT_ONCE; all += deleted) {
          const values = [scope, target, seconds];
          const [row] = await this.#database.write<{ changes: number }>(deleteChanges, values);
          deleted = row?.changes ?? 0;
        }
      }
    }
    return all;
  }

  async pruneSessions(given: string | undefined, seconds: number): Promise<Omit<PruneResult, "changes">> {
    const { nextScopeOfJournals, oldSessions, deleteSession } = this.#statements;
    const all = { sessions: 0, entries: 0 };
    for await (const scope of this.#scopes(given, nextScopeOfJournals)) {
      for (let last: string | undefined = ""; last !== undefined; ) {
        const values: unknown[] = [scope, last, seconds];
        const rows: readonly { name: string }[] = await this.#database.read(oldSessions, values);
        for (const { name } of rows) {
          const [row] = await this.#database.write<typeof all>(deleteSession, [scope, name, seconds]);
          all.sessions += row?.sessions ?? 0;
          all.entries += row?.entries ?? 0;
        }
        last = rows.length < SESSIONS_AT_ONCE ? undefined : rows.at(-1)?.name;
      }
    }
    return all;
  }
}

/**
 * Deletes what is old, by the server's clock: changes in the histories of memories, and whole sessions. In small
 * batches, each of them a transaction of its own, while others read and write. The entries of a memory stay, and so do
 * the answers kept for operation ids. A writer whose session is deleted is refused at its next append.
 *
 * @throws {TypeError} the pool, the scope or the schema's name is not one, or a number of days not a number
 * @throws {RangeError} a number of days is below 0
 * @throws {PostgresStoreError} the server gave no answer, or an error; a part may be deleted
 * @example await prune(pool, { historyDays: 90, sessionDays: 30 }); // { changes: 812, sessions: 14, entries: 5003 }
 */
export const prune = async (pool: PostgresPool, options: PruneOptions): Promise<PruneResult> => {
  checkPool(pool);
  checkObject(options, "options", "{ historyDays: 90, sessionDays: 30 }");
  const { scope, historyDays, sessionDays } = options;
  if (scope !== undefined) checkScope(scope);
  checkDays(historyDays, "historyDays");
  checkDays(sessionDays, "sessionDays");
  const schema = readSchema(options.schema);
  const pruning = new Pruning(pool, schema.quoted);
  return named({ what: `what is old in schema "${schema.name}"`, done: "deleted" }, async () => {
    const changes =
      historyDays === undefined ? 0 : await pruning.pruneHistory(scope, historyDays * SECONDS_OF_DAY);
    const journals =
      sessionDays === undefined
        ? { sessions: 0, entries: 0 }
        : await pruning.pruneSessions(scope, sessionDays * SECONDS_OF_DAY);
    return { changes, ...journals };
  });
};
