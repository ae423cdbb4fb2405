import type { Query } from "../database/database.js";
import { Failure } from "../database/failure.js";
import type { Schema } from "../database/names.js";
import { migrations } from "./tables.js";

/** The version of the tables that this package uses. */
export const CURRENT_VERSION: number = migrations.length;

/** What the catalog says of a schema. */
interface Catalog {
  readonly has_schema: boolean;
  readonly has_version: boolean;
}

/** The version of the tables in a schema: 0 where there are none, undefined where there is no schema either. */
export const readVersion = async (query: Query, { name, quoted }: Schema): Promise<number | undefined> => {
  const [catalog] = await query<Catalog>(
    `SELECT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1) AS has_schema,
       EXISTS (
         SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = $1 AND c.relname = 'lembas_version'
       ) AS has_version`,
    [name],
  );
  if (!catalog?.has_schema) return undefined;
  if (!catalog.has_version) return 0;
  const [row] = await query<{ version: number }>(`SELECT version FROM ${quoted}.lembas_version`);
  return row?.version ?? 0;
};

/** The failure for tables that are not those of this package's version. */
export const wrongSchema = (reason: string): Failure => new Failure({ code: "wrong-schema", reason }, false);
