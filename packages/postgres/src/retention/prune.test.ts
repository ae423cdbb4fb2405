import { createInMemoryJournalStore, openSession } from "@lembas/context";
import { beforeAll, expect } from "vitest";
import { readSchema } from "../database/names.js";
import { createPostgresJournalStore } from "../journal/journal-store.js";
import { createPostgresMemoryStore } from "../memory/memory-store.js";
import { itOnServer, openPool, scratchSchema } from "../testing/server.js";
import { watchedPool } from "../testing/watched-pool.js";
import { prune } from "./prune.js";

let pool: ReturnType<typeof openPool>;

beforeAll(() => {
  pool = openPool();
});

const open = async () => {
  const schema = await scratchSchema(pool);
  const { quoted } = readSchema(schema);
  const openScope = (scope: string) => ({
    memory: createPostgresMemoryStore({ pool, scope, schema }),
    journal: createPostgresJournalStore({ pool, scope, schema }),
  });
  return { schema, quoted, openScope };
};

const put = (entry: string) => () => ({ entries: [entry], ops: [], value: null });

const someEntries = async () => {
  const { ledger } = await openSession(createInMemoryJournalStore(), "s");
  for (const text of ["one", "two", "three"]) ledger.output({ tool: "bash", text });
  return ledger.toJSON();
};

itOnServer("deletes old changes and old sessions, of all scopes or of one, and nothing else", async () => {
  const { schema, quoted, openScope } = await open();
  const entries = await someEntries();
  for (const scope of ["a", "b", "c"]) {
    const { memory, journal } = openScope(scope);
    for (const target of ["user", "memory"]) {
      for (const entry of ["1", "2", "3"]) await memory.update(target, put(entry), { operationId: entry });
    }
    for (const session of ["old", "new"]) await journal.append(session, 0, entries);
  }
  await pool.query(
    `UPDATE ${quoted}.memory_changes SET made_at = now() - interval '10 days' WHERE version < 3`,
  );
  await pool.query(
    `UPDATE ${quoted}.journal_sessions SET appended_at = now() - interval '10 days' WHERE session = 'old'`,
  );

  expect(await prune(pool, { schema, historyDays: 11, sessionDays: 11 })).toEqual({
    changes: 0,
    sessions: 0,
    entries: 0,
  });
  expect(await prune(pool, { schema, scope: "b", historyDays: 9 })).toEqual({
    changes: 4,
    sessions: 0,
    entries: 0,
  });
  expect(await prune(pool, { schema, historyDays: 9, sessionDays: 9 })).toEqual({
    changes: 8,
    sessions: 3,
    entries: 9,
  });
  expect(await prune(pool, { schema, historyDays: 9, sessionDays: 9 })).toEqual({
    changes: 0,
    sessions: 0,
    entries: 0,
  });
  for (const scope of ["a", "b", "c"]) {
    const { memory, journal } = openScope(scope);
    expect(await memory.changes("user")).toMatchObject([{ added: ["3"] }]);
    expect((await memory.read("user")).entries).toEqual(["3"]);
    expect(await memory.undo("user")).toMatchObject({ removed: ["2"] });
    expect(await memory.undo("user")).toBe(undefined);
    expect(await journal.load("old")).toEqual([]);
    expect(await journal.load("new")).toEqual(entries);
    await expect(journal.append("old", 3, entries)).rejects.toThrow("session old has 0 entries");
  }
});

itOnServer("deletes more than fits in a batch, and no session that goes on meanwhile", async () => {
  const { schema, quoted, openScope } = await open();
  const { memory, journal } = openScope("a");
  await memory.update("user", put("x"));
  await pool.query(
    `INSERT INTO ${quoted}.memory_changes SELECT scope, target, version - number, undoes, made_at, id, revision_before, revision_after, change
     FROM ${quoted}.memory_changes, generate_series(1, 2500) AS number`,
  );
  const entries = await someEntries();
  for (let index = 0; index < 250; index++) await journal.append(`s${index}`, 0, entries.slice(0, 1));
  let isFirst = true;
  const watched = watchedPool(pool, async (text) => {
    if (!isFirst || !text.includes("DELETE FROM") || !text.includes("journal_sessions")) return;
    isFirst = false;
    await journal.append("s0", 1, entries.slice(1));
    await pool.query(
      `UPDATE ${quoted}.journal_sessions SET appended_at = now() + interval '1 hour' WHERE session = 's0'`,
    );
  });
  expect(await prune(watched, { schema, historyDays: 0, sessionDays: 0 })).toEqual({
    changes: 2501,
    sessions: 249,
    entries: 249,
  });
  expect(await journal.load("s0")).toEqual(entries);
});

itOnServer("is refused what is not a number of days", async () => {
  await expect(prune(pool, { historyDays: -1 })).rejects.toThrow(
    "historyDays must be a number of days of at least 0",
  );
  await expect(prune(pool, { sessionDays: Number.NaN })).rejects.toThrow(RangeError);
  await expect(prune(pool, { scope: "" })).rejects.toThrow("scope must not be empty");
  await expect(prune(pool, JSON.parse("1"))).rejects.toThrow("options must be an object");
});
