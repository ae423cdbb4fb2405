import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { checkNames, checkObject, checkWhole, describe } from "@lembas/arguments";
import type { MakeStore, StoreCheck, StoreContract } from "./store-contract.js";

/** How much is done; more finds more. */
export interface StoreProcessOptions {
  /** Processes that write at once: 4. */
  readonly processes?: number | undefined;
  /** Changes that each of them makes: 10. */
  readonly changes?: number | undefined;
  /** Writers that are killed, one after the other: 20. */
  readonly kills?: number | undefined;
}

const WORKER = join(
  dirname(createRequire(import.meta.url).resolve("@lembas/conformance/package.json")),
  "store-worker.js",
);

/** Entries of a state that the rewriting worker writes: enough for a file to be written in several pieces. */
const STATE_ENTRIES = 200;

const startWorker = (module: URL, name: string, work: string, argument: string, count: number) => {
  const args = [WORKER, module.href, name, work, argument, String(count)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
};

const finish = async (worker: ReturnType<typeof startWorker>): Promise<void> => {
  worker.stdout.resume();
  const [code, signal] = await once(worker, "close");
  if (code !== 0) throw new Error(`a writer ended with ${signal ?? `exit ${code}`}`);
};

/** The number of the state that the entries are, all of them; 0 before the first. */
const stateOf = (entries: readonly string[]): number => {
  if (entries.length === 0) return 0;
  const state = Number(/^state (\d+) entry 0$/u.exec(entries[0] ?? "")?.[1]);
  const whole =
    entries.length === STATE_ENTRIES &&
    entries.every((entry, index) => entry === `state ${state} entry ${index}`);
  if (!whole) throw new Error(`read: half a state: ${JSON.stringify(entries).slice(0, 200)}`);
  return state;
};

const open = async (module: URL, name: string): Promise<StoreContract> => {
  const { default: makeStore }: { default: MakeStore } = await import(module.href);
  return makeStore(name);
};

const checkProcesses = async (module: URL, processes: number, changes: number): Promise<void> => {
  const store = await open(module, "processes");
  const prefixes = Array.from({ length: processes }, (_, index) => `writer ${index} entry`);
  await Promise.all(
    prefixes.map((prefix) => finish(startWorker(module, "processes", "append", prefix, changes))),
  );
  const expected = prefixes.flatMap((prefix) =>
    Array.from({ length: changes }, (_, index) => `${prefix} ${index}`),
  );
  const { entries } = await store.read("user");
  const lost = expected.filter((entry) => !entries.includes(entry));
  if (lost.length > 0 || entries.length !== expected.length) {
    throw new Error(
      `${expected.length} entries were written, ${entries.length} are there; lost: ${lost.join(", ")}`,
    );
  }
};

const checkReader = async (module: URL, changes: number): Promise<void> => {
  const store = await open(module, "reader");
  const worker = startWorker(module, "reader", "rewrite", String(STATE_ENTRIES), changes);
  let working = true;
  const ended = finish(worker).finally(() => {
    working = false;
  });
  const read = async (): Promise<void> => {
    for (let last = 0; working; ) {
      const state = stateOf((await store.read("user")).entries);
      if (state < last) throw new Error(`read: state ${state} after state ${last}`);
      last = state;
      // Lets the writer's end be noticed beside a store that never waits.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const [reading, writing] = await Promise.allSettled([read().finally(() => worker.kill("SIGKILL")), ended]);
  if (reading.status === "rejected") throw reading.reason;
  if (writing.status === "rejected") throw writing.reason;
  const state = stateOf((await store.read("user")).entries);
  if (state !== changes) throw new Error(`${changes} states were written, the last is ${state}`);
};

/** Kills a writer some time after its first update; gives the last state that it said was kept. */
const killWriter = async (module: URL, delay: number): Promise<number> => {
  const worker = startWorker(module, "killed", "rewrite", String(STATE_ENTRIES), 1_000_000);
  let said = "";
  worker.stdout.on("data", (chunk) => {
    said += chunk;
    if (said.includes("\n")) setTimeout(() => worker.kill("SIGKILL"), delay);
  });
  const [code, signal] = await once(worker, "close");
  if (signal !== "SIGKILL") throw new Error(`a writer ended by itself, with ${signal ?? `exit ${code}`}`);
  return Number(said.split("\n").at(-2) ?? 0);
};

const checkKilled = async (module: URL, kills: number): Promise<void> => {
  const store = await open(module, "killed");
  for (let kill = 0; kill < kills; kill += 1) {
    const kept = await killWriter(module, Math.random() * 30);
    const state = stateOf((await store.read("user")).entries);
    if (state !== kept && state !== kept + 1) {
      throw new Error(`kill ${kill + 1}: state ${kept} was said to be kept, state ${state} is there`);
    }
  }
};

/**
 * What several processes show of the contract of `MemoryStore`: many that write at once, a reader during a write,
 * killed writers, each of which the next one must get past. For stores that live outside a process.
 *
 * @param module an ES module that Node can import as it is, whose default export is the `makeStore` of `storeSuite`
 * @throws {TypeError} `module` is not a URL, or an option not a number
 * @throws {RangeError} an option is not a whole number of at least 1
 * @example
 * for (const { name, run } of storeProcessSuite(new URL("./my-store.js", import.meta.url))) test(name, run);
 */
export const storeProcessSuite = (module: URL, options: StoreProcessOptions = {}): StoreCheck[] => {
  if (!(module instanceof URL)) throw new TypeError(`module must be a URL; got ${describe(module)}`);
  checkObject(options, "options", "{ processes: 8 }");
  checkNames(options, ["processes", "changes", "kills"], "option");
  const { processes = 4, changes = 10, kills = 20 } = options;
  checkWhole(processes, "processes", 1);
  checkWhole(changes, "changes", 1);
  checkWhole(kills, "kills", 1);
  return [
    {
      name: `${processes} processes write at once: no update is lost, none is there twice`,
      run: () => checkProcesses(module, processes, changes),
    },
    {
      name: "a reader during writes sees whole states, in their order",
      run: () => checkReader(module, processes * changes),
    },
    {
      name: `${kills} killed writers: what was kept is there, whole, and the next writer gets past`,
      run: () => checkKilled(module, kills),
    },
  ];
};
