import { checkObject } from "@lembas/arguments";
import { Database, type Query } from "../database/database.js";
import { Failure, named } from "../database/failure.js";
import { checkPool, readSchema, type Schema } from "../database/names.js";
import type { PostgresPool } from "../database/pool.js";
import type { SchemaOptions } from "./migrate.js";
import { CURRENT_VERSION, readVersion, wrongSchema } from "./version.js";

/** What a role may not do, as `SELECT on journal_entries`; undefined where it may do all. */
const findMissing = async (query: Query, { name }: Schema): Promise<string | undefined> => {
  const [missing] = await query<{ privilege: string; name: string }>(
    `SELECT needed.privilege, c.relname AS name
     FROM pg_catalog.pg_class c
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) AS needed (privilege)
     WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname <> 'lembas_version'
       AND NOT has_table_privilege(c.oid, needed.privilege)
     LIMIT 1`,
    [name],
  );
  return missing && `${missing.privilege} on ${missing.name}`;
};

const checkSchema = async (query: Query, schema: Schema): Promise<void> => {
  const found = (await readVersion(query, schema)) ?? 0;
  if (found !== CURRENT_VERSION) {
    throw wrongSchema(
      found === 0
        ? "there are none: run migrate"
        : `they are of version ${found}, and this package uses version ${CURRENT_VERSION}${found < CURRENT_VERSION ? ": run migrate" : ""}`,
    );
  }
  const missing = await findMissing(query, schema);
  if (missing === undefined) return;
  throw new Failure({ code: "not-allowed", reason: `the role has no right to ${missing}` }, false);
};

/**
 * Resolves where the tables are those of this version, and the role may use them; changes nothing. For roles that may
 * not change tables: at the start of a program whose tables somebody else migrates.
 *
 * @throws {TypeError} the pool or the schema's name is not one
 * @throws {PostgresStoreError} `wrong-schema` where the tables are missing or of another version, `not-allowed` where
 *   the role may not use them
 * @example await check(pool);
 */
export const check = async (pool: PostgresPool, options: SchemaOptions = {}): Promise<void> => {
  checkPool(pool);
  checkObject(options, "options", '{ schema: "agents" }');
  const schema = readSchema(options.schema);
  const what = `the tables in schema "${schema.name}"`;
  await named({ what, done: "checked" }, () => checkSchema(new Database(pool).read, schema));
};
