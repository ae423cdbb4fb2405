import { join } from "node:path";
import { atEnd } from "@lembas/build/testing";
import { createInMemoryJournalStore, openSession } from "@lembas/context";
import pg from "pg";
import { beforeAll, expect } from "vitest";
import { createPostgresJournalStore } from "../journal/journal-store.js";
import { createPostgresMemoryStore } from "../memory/memory-store.js";
import { migrate } from "../schema/migrate.js";
import { type CuttingProxy, startCuttingProxy } from "../testing/cutting-proxy.js";
import { itOnCluster, useCluster } from "../testing/own-cluster.js";
import { watchedPool } from "../testing/watched-pool.js";
import type { PostgresPool } from "./pool.js";

const cluster = useCluster({ max_connections: "100" });

const openPool = (url = cluster().url, config: pg.PoolConfig = {}): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, ...config });
  atEnd(() => pool.end());
  return pool;
};

let scopes = 0;
const open = (pool: PostgresPool) => {
  const scope = `scope-${++scopes}`;
  return {
    memory: createPostgresMemoryStore({ pool, scope }),
    journal: createPostgresJournalStore({ pool, scope }),
  };
};

const append = (entry: string) => (entries: readonly string[]) => ({
  entries: [...entries, entry],
  ops: [],
  value: entries.length + 1,
});

const someEntries = async () => {
  const { ledger } = await openSession(createInMemoryJournalStore(), "s");
  ledger.output({ tool: "bash", text: "one" });
  ledger.output({ tool: "bash", text: "two" });
  return ledger.toJSON();
};

beforeAll(async () => {
  await migrate(openPool());
});

/** A pool that no store listens to. */
const openKiller = (): pg.Pool => openPool().on("error", () => {});

/** Ends the backend of every other client of the server. */
const endBackends = (pool: pg.Pool) =>
  pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
  );

itOnCluster("an answer that is lost: the change is made once, with an operation id and without", async () => {
  const proxy: CuttingProxy = await startCuttingProxy(join(cluster().folder, ".s.PGSQL.5432"));
  const pool = openPool(`postgresql://postgres@127.0.0.1:${proxy.port}/postgres`);
  const { memory, journal } = open(pool);
  for (const operationId of [undefined, "call_1", undefined, "call_2"]) {
    proxy.loseAnswerTo("WITH changed");
    const before = (await memory.read("user")).entries.length;
    expect(await memory.update("user", append("x"), { operationId })).toBe(before + 1);
    expect((await memory.read("user")).entries).toHaveLength(before + 1);
  }
  expect(proxy.lost).toBe(4);
  proxy.loseAnswerTo("COMMIT");
  expect(await memory.undo("user")).toMatchObject({ added: ["x"] });
  expect(await memory.changes("user")).toHaveLength(3);
  proxy.loseAnswerTo("WITH grown");
  const entries = await someEntries();
  await journal.append("s", 0, entries.slice(0, 1));
  proxy.loseAnswerTo("WITH grown");
  await journal.append("s", 1, entries.slice(1));
  proxy.loseAnswerTo("coalesce");
  expect(await journal.load("s")).toEqual(entries);
  expect(proxy.lost).toBe(8);
});

itOnCluster(
  "a connection that is ended right after it was made: it is made again, and no event ends the process",
  async () => {
    const proxy = await startCuttingProxy(join(cluster().folder, ".s.PGSQL.5432"));
    const { memory } = open(openPool(`postgresql://postgres@127.0.0.1:${proxy.port}/postgres`));
    proxy.endNextConnection();
    expect(await memory.update("user", append("x"))).toBe(1);
  },
);

itOnCluster("a backend that is ended before a statement: it is sent again", async () => {
  const pool = openPool();
  const killer = openKiller();
  const pattern = { text: "" };
  const { memory, journal } = open(
    watchedPool(pool, async (text) => {
      if (pattern.text === "" || !text.includes(pattern.text)) return;
      pattern.text = "";
      await endBackends(killer);
    }),
  );
  for (const text of ["LEFT JOIN", "INSERT INTO", "FOR UPDATE", "WITH changed"]) {
    pattern.text = text;
    const before = (await memory.read("user")).entries.length;
    expect(await memory.update("user", append(text))).toBe(before + 1);
  }
  pattern.text = "FOR UPDATE";
  expect(await memory.undo("user")).toMatchObject({ added: ["WITH changed"] });
  pattern.text = "COMMIT";
  expect(await memory.undo("user")).toMatchObject({ added: ["FOR UPDATE"] });
  expect((await memory.read("user")).entries).toEqual(["LEFT JOIN", "INSERT INTO"]);
  const entries = await someEntries();
  pattern.text = "WITH grown";
  await journal.append("s", 0, entries);
  expect(await journal.load("s")).toEqual(entries);
});

itOnCluster(
  "a server that is gone, and back: errors that say so, and no event ends the process",
  async () => {
    const pool = openPool(undefined, { max: 5 });
    const { memory, journal } = open(pool);
    const entries = await someEntries();
    await memory.update("user", append("before"));
    // All of the pool's connections lie idle when the server goes.
    await Promise.all(Array.from({ length: 5 }, () => memory.read("user")));
    await cluster().halt("SIGQUIT");
    const gone = { name: "PostgresStoreError", code: "unreachable", mayBeWritten: false };
    await expect(memory.read("user")).rejects.toMatchObject(gone);
    await expect(memory.update("user", append("never"))).rejects.toMatchObject({
      ...gone,
      message: expect.stringMatching(
        /^memory target "user" cannot be written: no connection to the server could be made \(E/,
      ),
    });
    await expect(memory.undo("user")).rejects.toMatchObject(gone);
    await expect(memory.purge()).rejects.toMatchObject(gone);
    await expect(journal.load("s")).rejects.toMatchObject(gone);
    const { ledger, flush } = await openSession(
      { load: async () => [], append: (...given) => journal.append(...given) },
      "s",
    );
    ledger.output({ tool: "bash", text: "kept" });
    await expect(flush()).rejects.toMatchObject(gone);
    await cluster().run();
    await flush();
    expect(await journal.load("s")).toEqual(ledger.toJSON());
    expect((await memory.read("user")).entries).toEqual(["before"]);
    expect(await memory.update("user", append("after"))).toBe(2);
    expect(entries).toHaveLength(2);
  },
);

itOnCluster("a connection whose rollback failed is not given back", async () => {
  const pool = openPool(undefined, { max: 1 });
  const killer = openKiller();
  const { memory } = open(
    watchedPool(pool, async (text) => {
      if (text === "ROLLBACK") await endBackends(killer);
    }),
  );
  await memory.update("user", append("x"));
  // The history is spoilt by hand: undo throws inside its transaction.
  await killer.query(`UPDATE lembas.memory_changes SET change = '{' WHERE scope = 'scope-${scopes}'`);
  await expect(memory.undo("user")).rejects.toThrow(SyntaxError);
  expect(pool.totalCount).toBe(0);
  expect((await memory.read("user")).entries).toEqual(["x"]);
});
