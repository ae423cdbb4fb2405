import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "@lembas/build/testing";
import type { JournalEntry } from "@lembas/context/store";
import pg from "pg";
import { expect } from "vitest";
import { createPostgresJournalStore } from "../journal/journal-store.js";
import { createPostgresMemoryStore } from "../memory/memory-store.js";

/** Where the stores of a load are. */
export interface Place {
  readonly url: string;
  readonly schema: string;
  readonly scope: string;
}

const script = new URL("load-process.js", import.meta.url);

/** A process of its own that uses stores of the built package. */
export const startWorker = (): Worker => new Worker(script);

const factsOf = (who: number, count: number): string[] =>
  Array.from({ length: count }, (_, fact) => `Fact ${fact} of ${who}.`);

const withStores = async <Value>(
  { url, schema, scope }: Place,
  action: (stores: {
    readonly entries: () => Promise<readonly string[]>;
    readonly journal: ReturnType<typeof createPostgresJournalStore>;
  }) => Promise<Value>,
): Promise<Value> => {
  const pool = new pg.Pool({ connectionString: url });
  const memory = createPostgresMemoryStore({ pool, scope, schema });
  const entries = async () => (await memory.read("user")).entries;
  try {
    return await action({ entries, journal: createPostgresJournalStore({ pool, scope, schema }) });
  } finally {
    await pool.end();
  }
};

/** Does something while something else happens, until it is done or has failed. */
const during = async <Value>(
  meanwhile: (isOver: () => boolean) => Promise<void>,
  action: () => Promise<Value>,
): Promise<Value> => {
  let isOver = false;
  const happening = meanwhile(() => isOver);
  try {
    return await action();
  } finally {
    isOver = true;
    await happening;
  }
};

/** Processes that add facts at once while something happens: each fact is there, once. */
export const addWhile = async (
  place: Place,
  { processes, facts }: { readonly processes: number; readonly facts: number },
  meanwhile: (isOver: () => boolean) => Promise<void> = async () => {},
): Promise<void> => {
  const workers = Array.from({ length: processes }, startWorker);
  const answers = await during(meanwhile, () =>
    Promise.all(workers.map((worker, who) => worker.ask("add", { ...place, facts: factsOf(who, facts) }))),
  );
  expect(answers.map(({ failed }) => failed)).toEqual(answers.map(() => undefined));
  const expected = workers.flatMap((_, who) => factsOf(who, facts));
  expect(await withStores(place, async ({ entries }) => (await entries()).toSorted())).toEqual(
    expected.toSorted(),
  );
  await Promise.all(workers.map((worker) => worker.kill()));
};

/** Processes that add facts, none of them twice: what was said to be made is there, and what was said not to be is not. */
export const addOnceWhile = async (
  place: Place,
  { processes, facts }: { readonly processes: number; readonly facts: number },
  meanwhile: (isOver: () => boolean) => Promise<void>,
): Promise<void> => {
  const workers = Array.from({ length: processes }, startWorker);
  const answers = await during(meanwhile, () =>
    Promise.all(
      workers.map((worker, who) => worker.ask("addOnce", { ...place, facts: factsOf(who, facts) })),
    ),
  );
  const told = answers.flatMap(({ answer }) => (Array.isArray(answer) ? answer : []));
  expect(told).toHaveLength(processes * facts);
  const there = await withStores(place, ({ entries }) => entries());
  expect(new Set(there).size).toBe(there.length);
  const wrong = told.filter(
    ({ fact, outcome }) =>
      outcome === "wrong" || (outcome !== "unknown" && there.includes(fact) !== (outcome === "made")),
  );
  expect(wrong).toEqual([]);
  await Promise.all(workers.map((worker) => worker.kill()));
};

/** As many agents as that, all at once on one target, spread over processes: none starves, nothing is lost. */
export const addAtOnce = async (place: Place, agents: number, processes: number): Promise<void> => {
  const workers = Array.from({ length: processes }, startWorker);
  const answers = await Promise.all(
    workers.map((worker, who) =>
      worker.ask("addAtOnce", { ...place, max: 10, facts: factsOf(who, agents / processes) }),
    ),
  );
  expect(answers.map(({ failed }) => failed)).toEqual(answers.map(() => undefined));
  expect(await withStores(place, ({ entries }) => entries())).toHaveLength(agents);
  await Promise.all(workers.map((worker) => worker.kill()));
};

/** Kills a writer of a journal so many times: what it said is kept is there, whole, and the next one goes on. */
export const killWriters = async (place: Place, kills: number): Promise<void> => {
  await withStores(place, async ({ journal }) => {
    const found = new Map<string, number>();
    for (let kill = 0; kill < kills; kill++) {
      const session = `killed-${kill % 3}`;
      const worker = startWorker();
      let kept = found.get(session) ?? 0;
      worker.child.on("message", (message: { kept?: number }) => {
        kept = message.kept ?? kept;
      });
      await worker.ask("record", { ...place, session });
      await pause(Math.random() * 150);
      await worker.kill();
      const entries = await journal.load(session);
      expect(entries.length - kept).toBeGreaterThanOrEqual(0);
      expect(entries.length - kept).toBeLessThanOrEqual(1);
      found.set(session, entries.length);
    }
  });
};

/** Processes that each record a session while something happens: each journal is what its ledger has. */
export const recordWhile = async (
  place: Place,
  { processes, count }: { readonly processes: number; readonly count: number },
  meanwhile: (isOver: () => boolean) => Promise<void>,
): Promise<void> => {
  const workers = Array.from({ length: processes }, startWorker);
  const answers = await during(meanwhile, () =>
    Promise.all(
      workers.map((worker, who) => worker.ask("recordAll", { ...place, session: `session-${who}`, count })),
    ),
  );
  await withStores(place, async ({ journal }) => {
    for (const [who, { answer, failed }] of answers.entries()) {
      expect(failed).toBe(undefined);
      const entries: readonly JournalEntry[] = await journal.load(`session-${who}`);
      expect(entries).toHaveLength(count);
      expect(entries).toEqual(answer);
    }
  });
  await Promise.all(workers.map((worker) => worker.kill()));
};
