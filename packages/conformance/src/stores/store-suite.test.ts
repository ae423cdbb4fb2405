import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInMemoryStore } from "@lembas/memory";
import { createFileStore } from "@lembas/memory/node";
import { afterAll, describe, expect, it, vi } from "vitest";
import { modelStore } from "../testing/model-store.js";
import { WRONG_STORES } from "../testing/wrong-stores.js";
import type { MakeStore, StoreCheck, StoreContract } from "./store-contract.js";
import { storeProcessSuite } from "./store-process-suite.js";
import { storeSuite } from "./store-suite.js";

const folder = mkdtempSync(join(tmpdir(), "stores-"));
vi.stubEnv("FILE_STORES", folder);

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const titled = (checks: readonly StoreCheck[]) => checks.map(({ name, run }) => [name, run] as const);

/** Each name's store once, as a store in memory is opened. */
const byName = (make: () => StoreContract): MakeStore => {
  const stores = new Map<string, StoreContract>();
  return (name) => {
    const store = stores.get(name) ?? make();
    stores.set(name, store);
    return store;
  };
};

describe("the store in memory", () => {
  it.each(titled(storeSuite(byName(() => createInMemoryStore()))))("%s", (_name, run) => run());
});

describe("the file store", () => {
  it.each(titled(storeSuite((name) => createFileStore({ folder: join(folder, name) }))))("%s", (_name, run) =>
    run(),
  );

  const module = new URL("../testing/file-store.js", import.meta.url);
  it.each(titled(storeProcessSuite(module)))("%s", (_name, run) => run());
});

/** Runs all checks; gives the names of those that fail. */
const failing = async (makeStore: MakeStore): Promise<string[]> => {
  const names: string[] = [];
  for (const { name, run } of storeSuite(makeStore)) {
    await run().catch(() => names.push(name));
  }
  return names;
};

describe("a store that breaks one sentence of the contract is found out", () => {
  it("K1 and one that keeps them all is not", async () => {
    expect(await failing(byName(() => modelStore()))).toEqual([]);
  });

  it.each(WRONG_STORES)("K1 one that $way", async ({ parts, check }) => {
    expect(await failing(byName(() => modelStore(parts)))).toContain(check);
  });

  it.each([
    ["1,000 entries", 1_000, 100_000, 'entry 1001 of 2000: expected "entry 1000", found undefined'],
    ["65,535 characters", 10_000, 65_535, 'entry 1 of 2, after its first 65535 characters: expected "xxxx'],
  ])("K1 and is told what is not kept, beyond %s", async (_name, count, length, message) => {
    const keep = (entries: readonly string[]) =>
      entries.slice(0, count).map((entry) => entry.slice(0, length));
    const answers = storeSuite(byName(() => modelStore({ keep }))).map(({ run }) => run());
    const errors = (await Promise.allSettled(answers)).flatMap((answer) =>
      answer.status === "rejected" ? [String(answer.reason)] : [],
    );
    expect(errors).toContainEqual(expect.stringContaining(message));
  });

  it("K1 by every check", () => {
    const checks = storeSuite(byName(() => modelStore())).map(({ name }) => name);
    expect([...new Set(WRONG_STORES.map(({ check }) => check))].sort()).toEqual(checks.sort());
  });

  const module = new URL("../testing/careless-store.js", import.meta.url);
  it.each(titled(storeProcessSuite(module, { processes: 4, changes: 50, kills: 60 })))(
    "without lock and rename: %s",
    async (_name, run) => {
      await expect(run()).rejects.toThrow(/lost|half a state|is there|after state/u);
    },
  );
});
