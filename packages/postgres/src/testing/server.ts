import { randomBytes } from "node:crypto";
import { atEnd } from "@lembas/build/testing";
import pg from "pg";
import { inject, it } from "vitest";
import { migrate } from "../schema/migrate.js";
import { mustRun } from "./cluster.js";
import "./start-server.js";

const server = inject("server");

/** A test that needs a server, whichever. */
export const itOnServer = it.runIf("url" in server || mustRun);

if ("missing" in server) it.skip(`not tried: ${server.missing}`);

/** The address of the tests' server. */
export const serverUrl = (): string => {
  if ("missing" in server) throw new Error(server.missing);
  return server.url;
};

/** A pool on the tests' server, ended when the tests of the file are over. */
export const openPool = (config: pg.PoolConfig = {}): pg.Pool => {
  const pool = new pg.Pool({ connectionString: serverUrl(), ...config });
  atEnd(() => pool.end());
  return pool;
};

/** A name that no schema has. */
export const newSchemaName = (): string => `lembas test "${randomBytes(6).toString("hex")}"`;

/** A schema that is dropped when the tests of the file are over, with its tables. */
export const scratchSchema = async (pool: pg.Pool): Promise<string> => {
  const schema = newSchemaName();
  await migrate(pool, { schema });
  dropAtEnd(schema);
  return schema;
};

/** Drops a schema of a server when the tests of the file are over. */
export const dropAtEnd = (schema: string, url = serverUrl()): void => {
  atEnd(async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`DROP SCHEMA IF EXISTS ${client.escapeIdentifier(schema)} CASCADE`);
    await client.end();
  });
};
