import type { MemoryState } from "@lembas/memory/store";
import { beforeAll, expect, vi } from "vitest";
import { itOnServer, openPool, scratchSchema } from "../testing/server.js";
import { createPostgresMemoryStore } from "./memory-store.js";

let schema = "";

beforeAll(async () => {
  schema = await scratchSchema(openPool());
});

const put = (entry: string) => () => ({ entries: [entry], ops: [], value: null });

itOnServer("is told of another's changes, and of none after it was stopped", async () => {
  const [here, there] = [openPool(), openPool()].map((pool) =>
    createPostgresMemoryStore({ pool, scope: "watched", schema }),
  );
  if (!here || !there) throw new Error("no store");
  const told: MemoryState[] = [];
  const stop = await here.watch("user", (state) => void told.push(state), { interval: 10 });
  await there.update("memory", put("of another target"));
  await there.update("user", put("one"));
  await vi.waitFor(() => expect(told.map(({ entries }) => entries)).toEqual([["one"]]), 10_000);
  await there.update("user", put("two"));
  await vi.waitFor(() => expect(told).toHaveLength(2), 10_000);
  expect(told[1]).toEqual(await there.read("user"));
  stop();
  await there.update("user", put("three"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told).toHaveLength(2);
});

itOnServer("goes on after looks that failed", async () => {
  const pool = openPool();
  const store = createPostgresMemoryStore({ pool, scope: "failing", schema });
  const told = vi.fn();
  const onError = vi.fn();
  const stop = await store.watch("user", told, { interval: 10, onError });
  const connect = pool.connect.bind(pool);
  Object.assign(pool, { connect: () => Promise.reject(new Error("no connection")) });
  await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 10_000);
  Object.assign(pool, { connect });
  await store.update("user", put("after"));
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), 10_000);
  stop();
});
