import { checkFunction, checkObject } from "@lembas/arguments";
import { type PostgresPool, type PostgresResult, poolsInProcess } from "./pool.js";

/** What is used of a database of `@electric-sql/pglite`. */
export interface PgliteDatabase {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  exec(text: string): Promise<readonly PostgresResult[]>;
}

/**
 * A pool on PGlite, which is PostgreSQL inside the process: to try the stores without a server, and for tests. Its one
 * connection is lent in turn, so that other statements must not go past this pool.
 *
 * @throws {TypeError} the database lacks `query` or `exec`
 * @example const pool = pglitePool(new PGlite());
 */
export const pglitePool = (database: PgliteDatabase): PostgresPool => {
  checkObject(database, "database", "new PGlite()");
  checkFunction(database.query, "database.query");
  checkFunction(database.exec, "database.exec");
  let turn = Promise.resolve();
  const pool: PostgresPool = {
    connect: async () => {
      const before = turn;
      let release = (): void => {};
      turn = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return {
        // Only `exec` takes several statements, and only `query` takes values.
        query: async (text, values) =>
          values ? database.query(text, values) : ((await database.exec(text)).at(-1) ?? { rows: [] }),
        release,
        on: () => {},
        removeListener: () => {},
      };
    },
    on: () => {},
  };
  poolsInProcess.add(pool);
  return pool;
};
