import { createInMemoryJournalStore, openSession } from "@lembas/context";
import type { JournalEntry, JournalStore } from "@lembas/context/store";
import { beforeAll, expect, it } from "vitest";
import { readSchema } from "../database/names.js";
import type { PostgresPool } from "../database/pool.js";
import { itOnServer, openPool, scratchSchema } from "../testing/server.js";
import { watchedPool } from "../testing/watched-pool.js";
import { createPostgresJournalStore } from "./journal-store.js";

let pool: ReturnType<typeof openPool>;
let schema = "";
let scopes = 0;

beforeAll(async () => {
  pool = openPool();
  schema = await scratchSchema(pool);
});

const openStore = (scope = `scope-${++scopes}`, from: PostgresPool = pool): JournalStore =>
  createPostgresJournalStore({ pool: from, scope, schema });

/** Entries of a real ledger: as many outputs. */
const entriesOf = async (...texts: string[]): Promise<readonly JournalEntry[]> => {
  const { ledger } = await openSession(createInMemoryJournalStore(), "s");
  for (const text of texts) ledger.output({ tool: "bash", text });
  return ledger.toJSON();
};

itOnServer("a session goes on where it was left, on another machine", async () => {
  const scope = `scope-${++scopes}`;
  const first = await openSession(openStore(scope), "session-1");
  first.ledger.read({ path: "a", content: "one\n" });
  await first.flush();
  const second = await openSession(openStore(scope, openPool()), "session-1");
  expect(second.ledger.read({ path: "a", content: "one\n" }).text).toContain("Unchanged since #0001");
  await second.flush();
  expect(await openStore(scope).load("session-1")).toEqual(second.ledger.toJSON());
});

itOnServer("a second writer of a session is refused, and nothing is mixed", async () => {
  const store = openStore();
  const one = await openSession(store, "s");
  const other = await openSession(store, "s");
  one.ledger.output({ tool: "bash", text: "one" });
  await one.flush();
  other.ledger.output({ tool: "bash", text: "other" });
  await expect(other.flush()).rejects.toThrow("position 0 of session s is taken by other entries");
  expect(await store.load("s")).toEqual(one.ledger.toJSON());
});

itOnServer("of many writers at one position exactly one goes on, whole", async () => {
  const store = openStore();
  const batches = await Promise.all(
    Array.from({ length: 20 }, (_, index) => entriesOf(`${index}`, `${index} again`)),
  );
  const results = await Promise.allSettled(batches.map((entries) => store.append("s", 0, entries)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const winner = results.findIndex(({ status }) => status === "fulfilled");
  expect(await store.load("s")).toEqual(batches[winner]);
});

itOnServer("the same entries again are a retry, in part too; other ones are not", async () => {
  const store = openStore();
  const entries = await entriesOf("a", "b", "c", "d");
  await store.append("s", 0, entries.slice(0, 2));
  await store.append("s", 0, entries);
  await store.append("s", 1, entries.slice(1));
  expect(await store.load("s")).toEqual(entries);
  await expect(store.append("s", 2, await entriesOf("x"))).rejects.toThrow("is taken by other entries");
  await expect(store.append("s", 5, entries)).rejects.toThrow(
    "session s has 4 entries; position 5 is beyond its end",
  );
  await expect(store.append("s", 1e300, entries)).rejects.toThrow("is beyond its end");
  await expect(store.append("t", 1, entries)).rejects.toThrow("session t has 0 entries");
  await store.append("t", 0, []);
  expect(await store.load("t")).toEqual([]);
  expect(await store.load("s")).toEqual(entries);
});

itOnServer("keeps thousands of entries at once, large ones, and any text", async () => {
  const store = openStore();
  const texts = [
    "a\0b",
    "\ud800",
    "x'\\x00\"",
    "y".repeat(9_000_000),
    ...Array.from({ length: 2_500 }, (_, index) => `${index}`),
  ];
  const entries = await entriesOf(...texts);
  const texted: string[] = [];
  await openStore(
    `scope-${scopes}`,
    watchedPool(pool, async (text) => void texted.push(text)),
  ).append("s", 0, entries);
  expect(texted.length).toBeGreaterThan(3);
  expect(texted.length).toBeLessThan(8);
  expect(await store.load("s")).toEqual(JSON.parse(JSON.stringify(entries)));
});

itOnServer("C12: an entry that the server refuses keeps no other back", async () => {
  const own = await scratchSchema(pool);
  const { quoted } = readSchema(own);
  await pool.query(
    `CREATE FUNCTION ${quoted}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'too long' USING ERRCODE = '54000'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON ${quoted}.journal_entries
     FOR EACH ROW WHEN (length(NEW.entry) > 5000) EXECUTE FUNCTION ${quoted}.refuse()`,
  );
  const store = createPostgresJournalStore({ pool, scope: "s", schema: own });
  const { ledger, flush } = await openSession(store, "s");
  for (const text of ["one", "x".repeat(10_000), "three"]) ledger.output({ tool: "bash", text });
  await expect(flush()).rejects.toMatchObject({
    message: "the store did not take the stored text of #0002: kept without it",
    cause: { code: "failed", cause: { code: "54000" } },
  });
  expect(await store.load("s")).toHaveLength(3);
});

itOnServer("scopes are apart", async () => {
  const [one, other] = [openStore(), openStore()];
  await one.append("s", 0, await entriesOf("one"));
  expect(await other.load("s")).toEqual([]);
  await other.append("s", 0, await entriesOf("other"));
  expect(await one.load("s")).toEqual(await entriesOf("one"));
});

itOnServer("a journal from which rows were deleted by hand, or changed, is damaged", async () => {
  const store = openStore();
  const { quoted } = readSchema(schema);
  const where = `WHERE scope = 'scope-${scopes}' AND session = 's' AND position =`;
  await store.append("s", 0, await entriesOf("a", "b", "c"));
  await pool.query(`UPDATE ${quoted}.journal_entries SET entry = '{' ${where} 2`);
  await expect(store.load("s")).rejects.toThrow("journal entry 2 is damaged: it cannot be read");
  await pool.query(`DELETE FROM ${quoted}.journal_entries ${where} 1`);
  await expect(store.load("s")).rejects.toThrow(
    "journal entry 1 of session s is missing, and others follow it",
  );
});

it("what names no session is refused, and what is no position", async () => {
  const unused: PostgresPool = { connect: () => Promise.reject(new Error("not to be asked")), on: () => {} };
  const store = createPostgresJournalStore({ pool: unused, scope: "s" });
  for (const name of ["", "..", "a/b", "a\0", "a".repeat(129)]) {
    await expect(store.load(name)).rejects.toThrow("a session's name is a word");
    await expect(store.append(name, 0, [])).rejects.toThrow("a session's name is a word");
  }
  await expect(store.append("s", -1, [])).rejects.toThrow(RangeError);
  await expect(store.append("s", 0, Object("x"))).rejects.toThrow("entries must be a list");
  expect(() => createPostgresJournalStore(Object({ pool: unused, scope: "" }))).toThrow(
    "scope must not be empty",
  );
});
