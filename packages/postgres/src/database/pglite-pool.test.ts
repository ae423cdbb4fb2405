import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { storeSuite } from "@lembas/conformance";
import { beforeAll, expect, it } from "vitest";
import { createPostgresMemoryStore } from "../memory/memory-store.js";
import { check } from "../schema/check.js";
import { migrate } from "../schema/migrate.js";
import { pglitePool } from "./pglite-pool.js";
import type { PostgresPool } from "./pool.js";

let pool: PostgresPool;
/** What the database was sent to make the tables. */
const sent: string[] = [];

beforeAll(async () => {
  // To compile PostgreSQL for speed takes longer than these tests.
  setFlagsFromString("--liftoff-only");
  setFlagsFromString("--wasm-lazy-compilation");
  const database = new PGlite();
  pool = pglitePool({
    query: (text, values) => {
      sent.push(text);
      return database.query(text, values);
    },
    exec: (text) => {
      sent.push(text);
      return database.exec(text);
    },
  });
  await migrate(pool);
  return () => database.close();
});

it.each(
  storeSuite((scope) => createPostgresMemoryStore({ pool, scope })).map(
    ({ name, run }) => [name, run] as const,
  ),
)("a memory store on PGlite: %s", (_name, run) => run());

it("keeps a history, and goes on after an error", async () => {
  await expect(check(pool, { schema: "none" })).rejects.toMatchObject({ code: "wrong-schema" });
  await expect(
    createPostgresMemoryStore({ pool, scope: "s", schema: "none" }).read("user"),
  ).rejects.toMatchObject({
    code: "wrong-schema",
  });
  const store = createPostgresMemoryStore({ pool, scope: "history" });
  await store.update("user", () => ({ entries: ["a\0"], ops: [], value: null }));
  expect(await store.undo("user")).toMatchObject({ added: ["a\0"] });
  await store.purge();
  expect(await store.changes("user")).toEqual([]);
  await check(pool);
});

it("sets no time for a silent transaction: its timer would keep the process from its end", () => {
  expect(sent[0]).toMatch(/^BEGIN .*; SET LOCAL lock_timeout/);
  expect(sent.filter((text) => text.includes("idle_in_transaction"))).toEqual([]);
});

it("refuses what is not a database", () => {
  expect(() => pglitePool(Object({}))).toThrow("database.query must be a function");
});
