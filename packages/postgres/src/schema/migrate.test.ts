import { beforeAll, expect } from "vitest";
import { readSchema } from "../database/names.js";
import { createPostgresMemoryStore } from "../memory/memory-store.js";
import { dropAtEnd, itOnServer, newSchemaName, openPool } from "../testing/server.js";
import { check } from "./check.js";
import { migrate, migrateBy } from "./migrate.js";
import { migrations } from "./tables.js";

let pool: ReturnType<typeof openPool>;

beforeAll(() => {
  pool = openPool();
});

const newSchema = (): { schema: string; quoted: string } => {
  const schema = newSchemaName();
  dropAtEnd(schema);
  return { schema, quoted: readSchema(schema).quoted };
};

const tablesOf = async (schema: string): Promise<unknown[]> => {
  const { rows } = await pool.query("SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY 1", [
    schema,
  ]);
  return rows.map(({ tablename }) => tablename);
};

itOnServer("makes the tables once, whoever asks, and again changes nothing", async () => {
  const { schema } = newSchema();
  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(pool, { schema })));
  const version = migrations.length;
  expect(results.toSorted((one, other) => one.from - other.from)).toEqual([
    { from: 0, to: version },
    ...Array.from({ length: 7 }, () => ({ from: version, to: version })),
  ]);
  expect(await tablesOf(schema)).toEqual([
    "journal_entries",
    "journal_sessions",
    "lembas_version",
    "memory_changes",
    "memory_operations",
    "memory_targets",
  ]);
  await check(pool, { schema });
});

itOnServer("leads from an earlier version to this one, and keeps what was there", async () => {
  const { schema, quoted } = newSchema();
  // Made up: once the targets had no count of their operations.
  const steps = [
    (name: string) => migrations[0]?.(name).replace(/^.*operations bigint.*$/mu, "") ?? "",
    (name: string) => `ALTER TABLE ${name}.memory_targets ADD operations bigint NOT NULL DEFAULT 0`,
  ];
  await migrateBy(steps.slice(0, 1), pool, readSchema(schema));
  await pool.query(
    `INSERT INTO ${quoted}.memory_targets (scope, target, version, entries) VALUES ('s', 'user', 1, '["kept"]')`,
  );
  expect(await migrateBy(steps, pool, readSchema(schema))).toEqual({ from: 1, to: 2 });
  const store = createPostgresMemoryStore({ pool, scope: "s", schema });
  await store.update("user", (entries) => ({ entries: [...entries, "new"], ops: [], value: null }), {
    operationId: "call_1",
  });
  expect((await store.read("user")).entries).toEqual(["kept", "new"]);
});

itOnServer("makes all of it or nothing", async () => {
  const { schema } = newSchema();
  const steps = [...migrations, () => "SELECT 1 / 0"];
  await expect(migrateBy(steps, pool, readSchema(schema))).rejects.toMatchObject({ code: "failed" });
  expect(await tablesOf(schema)).toEqual([]);
  expect((await pool.query("SELECT FROM pg_namespace WHERE nspname = $1", [schema])).rows).toEqual([]);
});

itOnServer("refuses tables of a later version, and check those of any other", async () => {
  const { schema, quoted } = newSchema();
  await expect(check(pool, { schema })).rejects.toThrow("cannot be checked: there are none: run migrate");
  await migrate(pool, { schema });
  await pool.query(`UPDATE ${quoted}.lembas_version SET version = 99`);
  await expect(migrate(pool, { schema })).rejects.toMatchObject({
    code: "wrong-schema",
    message: expect.stringContaining("they are of version 99, and this package knows versions up to"),
  });
  await expect(check(pool, { schema })).rejects.toMatchObject({ code: "wrong-schema" });
});

itOnServer("a role that may not make tables checks them, and uses what it was granted", async () => {
  const { schema, quoted } = newSchema();
  await migrate(pool, { schema });
  const role = `lembas_test_${schema.slice(-9, -1)}`;
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'test'`);
  try {
    const client = await pool.connect();
    try {
      // One connection that has taken the role, as a pool of it.
      await client.query(`SET ROLE ${role}`);
      const its = {
        connect: async () => ({
          query: client.query.bind(client),
          release: () => {},
          on: () => {},
          removeListener: () => {},
        }),
        on: () => {},
      };
      await expect(check(its, { schema })).rejects.toMatchObject({ code: "not-allowed" });
      await pool.query(`GRANT USAGE ON SCHEMA ${quoted} TO ${role}`);
      await pool.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${quoted} TO ${role}`);
      await expect(check(its, { schema })).rejects.toThrow("the role has no right to INSERT on ");
      await pool.query(`GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${quoted} TO ${role}`);
      await check(its, { schema });
      const store = createPostgresMemoryStore({ pool: its, scope: "s", schema });
      await store.update("user", () => ({ entries: ["x"], ops: [], value: null }), { operationId: "call_1" });
      expect(await store.undo("user")).toMatchObject({ added: ["x"] });
      await expect(migrate(its, { schema: newSchemaName() })).rejects.toMatchObject({ code: "not-allowed" });
    } finally {
      client.release(true);
    }
  } finally {
    await pool.query(`DROP OWNED BY ${role}`);
    await pool.query(`DROP ROLE ${role}`);
  }
});
