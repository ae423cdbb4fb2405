import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInMemoryStore } from "@lembas/memory";
import { createFileStore } from "@lembas/memory/node";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { MakeStore, StoreCheck, StoreContract, StoreOutcome } from "./store-contract.js";
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

type Update = StoreContract["update"];

/** An update that answers a used operation id by itself, by the key that it is kept under. */
const remembering = (
  store: StoreContract,
  keyOf: (target: string, id: string) => string,
  isKept: (value: unknown) => boolean,
): Update => {
  const answers = new Map<string, unknown>();
  return async <Value>(
    target: string,
    change: (entries: readonly string[]) => StoreOutcome<Value>,
    options: { operationId?: string | undefined } = {},
  ) => {
    const key = options.operationId === undefined ? undefined : keyOf(target, options.operationId);
    if (key !== undefined && answers.has(key)) return answers.get(key) as Value;
    const value = await store.update(target, change);
    if (key !== undefined && isKept(value)) answers.set(key, value);
    return value;
  };
};

/** A store in memory with another update. */
const wrong = (
  change: (store: StoreContract, entries: Map<string, readonly string[]>) => Partial<StoreContract>,
) =>
  byName(() => {
    const store = createInMemoryStore();
    return { read: store.read.bind(store), update: store.update.bind(store), ...change(store, new Map()) };
  });

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

describe("a store that is wrong in one way is found out", () => {
  it.each<[string, MakeStore, string]>([
    [
      "reads, waits and writes",
      wrong((_store, kept) => {
        const read = async (target: string) => {
          const entries = kept.get(target.toLowerCase()) ?? [];
          return { entries: [...entries], revision: JSON.stringify(entries) };
        };
        const update: Update = async (target, change) => {
          const { entries } = await read(target);
          await pause();
          const outcome = change(entries);
          if (!outcome.refused) kept.set(target.toLowerCase(), outcome.entries);
          return outcome.value;
        };
        return { read, update };
      }),
      "updates at once, through two handles: none is lost, none is there twice",
    ],
    [
      "forgets operation ids",
      wrong((store) => ({ update: (target, change) => store.update(target, change) })),
      "an operation id is applied once, and gives the same answer again",
    ],
    [
      "uses an operation id up by a refusal",
      wrong((store) => ({
        update: remembering(
          store,
          (target, id) => `${target} ${id}`,
          () => true,
        ),
      })),
      "an operation id is of its target, and a refusal does not use it up",
    ],
    [
      "shares operation ids between targets",
      wrong((store) => ({
        update: remembering(
          store,
          (_target, id) => id,
          (value) => value !== 0,
        ),
      })),
      "an operation id is of its target, and a refusal does not use it up",
    ],
    [
      "tells targets apart by case",
      wrong((store) => ({
        read: (target) => store.read(target.replace(/[A-Z]/gu, (letter) => `${letter}_`)),
        update: (target, change, options) =>
          store.update(
            target.replace(/[A-Z]/gu, (letter) => `${letter}_`),
            change,
            options,
          ),
      })),
      "targets are apart, and names that differ in case alone are one",
    ],
    [
      "takes any name",
      wrong((store) => ({
        read: (target) => store.read(target.replace(/\W/gu, "_") || "_"),
        update: (target, change, options) =>
          store.update(target.replace(/\W/gu, "_") || "_", change, options),
      })),
      "a target's name that is no word is an Error",
    ],
    [
      "wraps what a change throws",
      wrong((store) => ({
        update: (target, change, options) =>
          store.update(target, change, options).catch((error) => {
            throw new Error(`update failed: ${error}`);
          }),
      })),
      "what a change throws comes out as it is, and nothing is written",
    ],
    [
      "has one revision",
      wrong((store) => ({ read: async (target) => ({ ...(await store.read(target)), revision: "1" }) })),
      "a revision names one state",
    ],
    [
      "trims entries inside",
      wrong((store) => ({
        read: async (target) => {
          const { entries, revision } = await store.read(target);
          return { entries: entries.map((entry) => entry.replace(/\n\n/gu, "\n")), revision };
        },
      })),
      "entries come back as they went in, in order",
    ],
  ])("%s", async (_way, makeStore, name) => {
    expect(await failing(makeStore)).toContain(name);
  });

  const module = new URL("../testing/careless-store.js", import.meta.url);
  it.each(titled(storeProcessSuite(module, { processes: 4, changes: 50, kills: 60 })))(
    "without lock and rename: %s",
    async (_name, run) => {
      await expect(run()).rejects.toThrow(/lost|half a state|is there|after state/u);
    },
  );
});
