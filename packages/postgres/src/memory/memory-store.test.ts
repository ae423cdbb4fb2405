import { storeSuite } from "@lembas/conformance";
import { storeProcessSuite } from "@lembas/conformance/node";
import { createMemory } from "@lembas/memory";
import type { MemoryChange } from "@lembas/memory/store";
import { beforeAll, describe, expect, vi } from "vitest";
import { itOnServer, openPool, scratchSchema, serverUrl } from "../testing/server.js";
import { watchedPool } from "../testing/watched-pool.js";
import { createPostgresMemoryStore } from "./memory-store.js";

const open = async () => {
  const pool = openPool();
  const schema = await scratchSchema(pool);
  const openStore = (scope: string) => createPostgresMemoryStore({ pool, scope, schema });
  return { pool, schema, openStore };
};

let shared: Awaited<ReturnType<typeof open>>;
let scopes = 0;

/** A store of a scope that no other test has. */
const openStore = () => shared.openStore(`scope-${++scopes}`);

const append =
  (entry: string): MemoryChange<number> =>
  (entries) => ({
    entries: [...entries, entry],
    ops: [{ action: "add", content: entry }],
    value: entries.length + 1,
  });

describe("the memory store", () => {
  beforeAll(async () => {
    shared = await open();
    vi.stubEnv("TEST_POSTGRES_URL", serverUrl());
    vi.stubEnv("TEST_POSTGRES_SCHEMA", shared.schema);
    return () => vi.unstubAllEnvs();
  });

  describe("keeps the contract", () => {
    const suite = storeSuite((name) => shared.openStore(name));
    const processes = storeProcessSuite(new URL("../testing/memory-stores.js", import.meta.url), {
      kills: 3,
    });
    itOnServer.each([...suite, ...processes].map(({ name, run }) => [name, run] as const))(
      "%s",
      (_name, run) => run(),
    );
  });

  itOnServer("keeps scopes apart", async () => {
    const [one, other] = [openStore(), openStore()];
    await one.update("user", append("of one"), { operationId: "call_1" });
    expect((await other.read("user")).entries).toEqual([]);
    expect(await other.changes("user")).toEqual([]);
    expect(await other.undo("user")).toBe(undefined);
    expect(await other.update("user", append("of the other"), { operationId: "call_1" })).toBe(1);
    await other.purge();
    expect(await one.changes("user")).toHaveLength(1);
  });

  itOnServer("keeps any text: NUL, lone surrogates, quotes, a very long one", async () => {
    const store = openStore();
    const texts = [
      "a\0b",
      "\ud800",
      "'; DROP TABLE x; --",
      '"\\x00\\',
      "$1",
      "x".repeat(1_000_000),
      "😀\u0301",
    ];
    const operationId = "\0\udfff'";
    const value = await store.update(
      "user",
      () => ({ entries: texts, ops: texts, reason: "\0", value: texts }),
      {
        operationId,
      },
    );
    expect(value).toEqual(texts);
    const expected = texts.map((text) => text.toWellFormed());
    expect((await store.read("user")).entries).toEqual(expected);
    expect(await store.update("user", append("never"), { operationId })).toEqual(texts);
    expect(await store.update("user", append("y"), { operationId: "\0\udffe'" })).toBe(texts.length + 1);
    expect((await store.changes("user"))[0]).toMatchObject({ added: expected, ops: texts, reason: "\0" });
  });

  itOnServer("remembers the latest operation ids, and forgets the others", async () => {
    const store = openStore();
    for (let index = 0; index < 260; index++) {
      // Updates without an id between them do not count.
      if (index % 3 === 0) await store.update("user", append("without"));
      await store.update("user", append("with"), { operationId: `call_${index}` });
    }
    const { rows } = await shared.pool.query(
      `SELECT count(*)::int AS kept FROM "${shared.schema.replaceAll('"', '""')}".memory_operations WHERE scope = $1`,
      [`scope-${scopes}`],
    );
    expect(rows[0].kept).toBeGreaterThanOrEqual(100);
    expect(rows[0].kept).toBeLessThan(200);
    const refuse: MemoryChange<string> = () => ({ refused: true, value: "forgotten" });
    expect(await store.update<unknown>("user", refuse, { operationId: "call_160" })).toBe(214 + 1);
    expect(await store.update("user", refuse, { operationId: "call_0" })).toBe("forgotten");
  });

  itOnServer("takes a lock after others came between twice, and waits its turn", async () => {
    const other = openStore();
    const scope = `scope-${scopes}`;
    await other.update("user", append("first"));
    const texts: string[] = [];
    const pool = watchedPool(shared.pool, async (text) => {
      texts.push(text);
      // Comes between as long as no lock keeps it out.
      if (/UPDATE .*memory_targets/u.test(text) && !texts.some((one) => one.includes("FOR UPDATE"))) {
        await other.update("user", append("between"));
      }
    });
    let runs = 0;
    await createPostgresMemoryStore({ pool, scope, schema: shared.schema }).update("user", (entries) => {
      runs++;
      return append("mine")(entries);
    });
    expect((await other.read("user")).entries).toEqual(["first", "between", "between", "mine"]);
    expect(runs).toBe(3);
    expect(texts.at(-1)).toBe("COMMIT");
  });

  itOnServer("what one agent wrote, another's prompt shows once it is read again", async () => {
    const scope = `scope-${++scopes}`;
    const [one, other] = [
      createMemory({ store: shared.openStore(scope) }),
      createMemory({ store: shared.openStore(scope) }),
    ];
    expect(await other.prompt()).toContain("(empty)");
    await one.call({ target: "user", action: "add", content: "Prefers tea." });
    expect(await other.isStale()).toBe(true);
    expect(await other.refresh()).toContain("Prefers tea.");
  });
});
