import { checkObject } from "@lembas/arguments";
import { Database } from "../database/database.js";
import { named } from "../database/failure.js";
import { checkPool, readSchema, type Schema } from "../database/names.js";
import type { PostgresPool } from "../database/pool.js";
import { type Migration, migrations } from "./tables.js";
import { readVersion, wrongSchema } from "./version.js";

/** Which tables. */
export interface SchemaOptions {
  /** The schema of the tables; `lembas` unless given. */
  readonly schema?: string | undefined;
}

/** The versions of the tables before and after: 0 where there were none. */
export interface MigrateResult {
  readonly from: number;
  readonly to: number;
}

/** The first half of the lock's key: only this package has it. The second half is the schema's. */
const LOCK = 0x1e_6b_a5;

/** Leads the tables of a schema to the version that the last of these steps makes. */
export const migrateBy = (
  steps: readonly Migration[],
  pool: PostgresPool,
  schema: Schema,
): Promise<MigrateResult> =>
  named({ what: `the tables in schema "${schema.name}"`, done: "made" }, () =>
    new Database(pool).transaction(async (query) => {
      await query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [LOCK, schema.name]);
      const found = await readVersion(query, schema);
      const [from, to] = [found ?? 0, steps.length];
      if (from > to) {
        throw wrongSchema(`they are of version ${from}, and this package knows versions up to ${to}`);
      }
      if (found === undefined) await query(`CREATE SCHEMA ${schema.quoted}`);
      if (from === 0) {
        await query(`CREATE TABLE ${schema.quoted}.lembas_version (version integer NOT NULL)`);
        await query(`INSERT INTO ${schema.quoted}.lembas_version VALUES (0)`);
      }
      for (const step of steps.slice(from)) await query(step(schema.quoted));
      if (from < to) await query(`UPDATE ${schema.quoted}.lembas_version SET version = $1`, [to]);
      return { from, to };
    }),
  );

/**
 * Makes the tables, or leads those of an earlier version to this one's: all of it or nothing, in one transaction, by
 * one caller at a time. Where they are of this version already, nothing is changed.
 *
 * @throws {TypeError} the pool or the schema's name is not one
 * @throws {PostgresStoreError} `not-allowed` where the role may not make tables; `wrong-schema` where they are of a
 *   later version
 * @example await migrate(pool); // { from: 0, to: 1 }
 */
export const migrate = async (pool: PostgresPool, options: SchemaOptions = {}): Promise<MigrateResult> => {
  checkPool(pool);
  checkObject(options, "options", '{ schema: "agents" }');
  return migrateBy(migrations, pool, readSchema(options.schema));
};
