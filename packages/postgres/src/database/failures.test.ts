import { createInMemoryJournalStore, openSession } from "@lembas/context";
import pg from "pg";
import { beforeAll, expect } from "vitest";
import { createPostgresJournalStore } from "../journal/journal-store.js";
import { createPostgresMemoryStore } from "../memory/memory-store.js";
import { itOnServer, newSchemaName, openPool, scratchSchema, serverUrl } from "../testing/server.js";
import { readSchema } from "./names.js";
import type { PostgresPool } from "./pool.js";

let plain: pg.Pool;
let schema = "";
let scopes = 0;

beforeAll(async () => {
  plain = openPool();
  schema = await scratchSchema(plain);
});

const open = (pool: PostgresPool, scope = `scope-${++scopes}`, named = schema) => ({
  scope,
  memory: createPostgresMemoryStore({ pool, scope, schema: named }),
  journal: createPostgresJournalStore({ pool, scope, schema: named }),
});

const append = (entry: string) => (entries: readonly string[]) => ({
  entries: [...entries, entry],
  ops: [],
  value: entries.length + 1,
});

const someEntries = async () => {
  const { ledger } = await openSession(createInMemoryJournalStore(), "s");
  ledger.output({ tool: "bash", text: "one" });
  return ledger.toJSON();
};

itOnServer("a server that takes no changes", async () => {
  const { memory, journal } = open(openPool({ options: "-c default_transaction_read_only=on" }));
  const expected = { code: "read-only", mayBeWritten: false };
  await expect(memory.update("user", append("x"))).rejects.toMatchObject({
    ...expected,
    message: 'memory target "user" cannot be written: the server takes no changes (25006)',
  });
  await expect(journal.append("s", 0, await someEntries())).rejects.toMatchObject(expected);
  expect((await memory.read("user")).entries).toEqual([]);
  expect(await journal.load("s")).toEqual([]);
});

itOnServer("no tables, and tables that lack a column", async () => {
  const none = open(plain, "s", newSchemaName());
  await expect(none.memory.read("user")).rejects.toMatchObject({
    code: "wrong-schema",
    message: expect.stringMatching(/run migrate.* \(42P01\)$/),
  });
  await expect(none.journal.append("s", 0, await someEntries())).rejects.toMatchObject({
    code: "wrong-schema",
  });
  const other = await scratchSchema(plain);
  await plain.query(`ALTER TABLE ${readSchema(other).quoted}.memory_targets DROP COLUMN operations`);
  await expect(open(plain, "s", other).memory.update("user", append("x"))).rejects.toMatchObject({
    code: "wrong-schema",
  });
});

itOnServer("no connection is free, at the server or in the pool", async () => {
  const role = `lembas_test_full_${Date.now()}`;
  await plain.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT 0`);
  try {
    const { memory } = open(
      openPool({ user: role, password: "x", connectionString: undefined, ...partsOfUrl() }),
    );
    await expect(memory.read("user")).rejects.toMatchObject({ code: "too-many-connections" });
  } finally {
    await plain.query(`DROP ROLE ${role}`);
  }
  // Long enough for the connection that is held, on a busy machine too.
  const small = openPool({ max: 1, connectionTimeoutMillis: 3_000 });
  const held = await small.connect();
  await expect(open(small).memory.update("user", append("x"))).rejects.toMatchObject({
    code: "too-many-connections",
    mayBeWritten: false,
  });
  held.release();
});

itOnServer("a role that is refused", async () => {
  const { memory } = open(
    openPool({ ...partsOfUrl(), user: "lembas_nobody_has_this_name", password: "hush" }),
  );
  const error = await memory.read("user").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "not-allowed" });
  expect(String(error)).not.toMatch(/nobody|hush/);
});

itOnServer("a database that is not there is not said to be a role that is refused", async () => {
  const { memory } = open(
    openPool({ ...partsOfUrl(), ...roleOfUrl(), database: "lembas_nobody_has_this_name" }),
  );
  await expect(memory.read("user")).rejects.toMatchObject({
    code: "failed",
    message: 'memory target "user" cannot be read: the server refused it (3D000)',
  });
});

itOnServer(
  "a statement that takes longer than is allowed: nothing is written, and it can be sent again",
  async () => {
    const { memory, scope } = open(openPool({ options: "-c statement_timeout=300" }));
    await memory.update("user", append("first"));
    const holder = await plain.connect();
    await holder.query("BEGIN");
    await holder.query(
      `SELECT FROM ${readSchema(schema).quoted}.memory_targets WHERE scope = $1 FOR UPDATE`,
      [scope],
    );
    const late = memory.update("user", append("late"), { operationId: "call_1" });
    await expect(late).rejects.toMatchObject({ code: "timeout", mayBeWritten: false });
    await holder.query("ROLLBACK");
    holder.release();
    expect(await memory.update("user", append("late"), { operationId: "call_1" })).toBe(2);
  },
);

itOnServer("a client that waits no longer: what it sent may be written, and is written once", async () => {
  const { memory, scope } = open(openPool({ query_timeout: 1_000 }));
  await memory.update("user", append("first"));
  const holder = await plain.connect();
  await holder.query("BEGIN");
  await holder.query(`SELECT FROM ${readSchema(schema).quoted}.memory_targets WHERE scope = $1 FOR UPDATE`, [
    scope,
  ]);
  const late = memory.update("user", append("late"), { operationId: "call_1" });
  await expect(late).rejects.toMatchObject({
    code: "timeout",
    mayBeWritten: true,
    message: 'memory target "user" may be written or not: it took longer than is allowed',
  });
  await holder.query("ROLLBACK");
  holder.release();
  expect(await memory.update("user", append("late"), { operationId: "call_1" })).toBe(2);
  expect((await memory.read("user")).entries).toEqual(["first", "late"]);
});

itOnServer("serialization failures: every update is made, once", async () => {
  for (const isolation of ["serializable", "repeatable read"]) {
    const options = `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`;
    const { memory, journal } = open(openPool({ options }));
    await Promise.all(Array.from({ length: 15 }, (_, index) => memory.update("user", append(`${index}`))));
    expect((await memory.read("user")).entries).toHaveLength(15);
    const entries = await someEntries();
    await Promise.all(Array.from({ length: 5 }, () => journal.append("s", 0, entries)));
    expect(await journal.load("s")).toEqual(entries);
  }
});

/** The role that the tests have. */
const roleOfUrl = (): pg.PoolConfig => {
  const { user, password } = new pg.Client({ connectionString: serverUrl() });
  return { ...(user && { user }), ...(password && { password }) };
};

/** The server's address in parts, so that another role may be named. */
const partsOfUrl = (): pg.PoolConfig => {
  const { host, port, database } = new pg.Client({ connectionString: serverUrl() });
  return { connectionString: undefined, host, port, ...(database && { database }) };
};
