import { createMemory } from "@lembas/memory";
import { beforeAll, expect } from "vitest";
import { itOnServer, openPool, scratchSchema } from "../testing/server.js";
import { createPostgresMemoryStore, type PostgresMemoryStore } from "./memory-store.js";

let openStore: () => PostgresMemoryStore;

beforeAll(async () => {
  const pool = openPool();
  const schema = await scratchSchema(pool);
  let scopes = 0;
  openStore = () => createPostgresMemoryStore({ pool, scope: `scope-${++scopes}`, schema });
});

const put =
  (...entries: string[]) =>
  () => ({ entries, ops: [{ action: "put" }], reason: "told so", value: null });

itOnServer(
  "keeps each change: when, which target, the operations, what was removed and added, why",
  async () => {
    const store = openStore();
    await store.update("User", put("a", "b", "c"));
    await store.update("user", put("a", "x", "y", "c"), { operationId: "call_1" });
    await store.update("user", put("a", "x", "y", "c"), { operationId: "call_2" });
    const changes = await store.changes("USER");
    expect(changes).toMatchObject([
      { target: "user", at: 0, removed: [], added: ["a", "b", "c"], reason: "told so" },
      { target: "user", at: 1, removed: ["b"], added: ["x", "y"], ops: [{ action: "put" }] },
    ]);
    expect(changes[1]?.before).toBe(changes[0]?.after);
    expect(changes[1]?.after).toBe((await store.read("user")).revision);
    expect(changes[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(changes[0]?.time ?? "") - Date.now())).toBeLessThan(60_000);
  },
);

itOnServer("takes changes back, the last first, each target's own", async () => {
  const store = openStore();
  await store.update("user", put("a"));
  await store.update("user", put("a", "b"));
  await store.update("memory", put("m"));
  expect(await store.undo("user")).toMatchObject({ added: ["b"] });
  expect((await store.read("user")).entries).toEqual(["a"]);
  expect(await store.changes("user")).toHaveLength(1);
  expect(await store.undo("USER")).toMatchObject({ added: ["a"] });
  expect((await store.read("user")).entries).toEqual([]);
  expect(await store.undo("user")).toBe(undefined);
  expect((await store.read("memory")).entries).toEqual(["m"]);
});

itOnServer("takes back changes that led in a circle, and goes on after new ones", async () => {
  const store = openStore();
  const entries = async () => (await store.read("user")).entries.join();
  for (const entry of ["a", "b", "a"]) await store.update("user", put(entry));
  await store.undo("user");
  expect(await entries()).toBe("b");
  await store.update("user", put("c"));
  const seen = [];
  while (await store.undo("user")) seen.push(await entries());
  expect(seen).toEqual(["b", "a", ""]);
});

itOnServer("takes each change back once, when several ask at once", async () => {
  const store = openStore();
  for (const entries of [["a"], ["a", "b"], ["a", "b", "c"]]) await store.update("user", put(...entries));
  const undone = await Promise.all([
    store.undo("user"),
    store.undo("user"),
    store.undo("user"),
    store.undo("user"),
  ]);
  const added = undone.flatMap((change) => change?.added ?? []);
  expect(added.toSorted()).toEqual(["a", "b", "c"]);
  expect((await store.read("user")).entries).toEqual([]);
});

itOnServer("is deleted by purge, for all targets; the entries stay", async () => {
  const store = openStore();
  await store.purge();
  await store.update("user", put("a"));
  await store.update("memory", put("m"));
  await store.purge();
  expect(await store.changes("user")).toEqual([]);
  expect(await store.undo("memory")).toBe(undefined);
  expect((await store.read("user")).entries).toEqual(["a"]);
});

itOnServer("keeps a change whose operations are nested more deeply than can be written", async () => {
  const store = openStore();
  const content = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  const memory = createMemory({ store });
  const { text } = await memory.call({ target: "user", action: "add", content, new_text: "Prefers tea." });
  expect(text).toMatch(/^Entry added\./);
  expect(await store.undo("user")).toMatchObject({ added: ["Prefers tea."], ops: [] });
});
