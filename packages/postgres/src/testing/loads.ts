import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "@lembas/build/testing";
import type { JournalEntry } from "@lembas/context/store";
import pg from "pg";
import { expect } from "vitest";
import { readSchema } from "../database/names.js";
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

/** What happens to a server in the middle of a load; `admin` is not the load's own. */
export type Disturbance = (admin: pg.Pool) => Promise<void>;

/** A load hangs where nothing is written for so long: many times what it takes on a busy machine. */
const PATIENCE = 300_000;

/** How much was written to the stores so far; undefined where the server is away. */
const countWritten = async (admin: pg.Pool, { schema }: Place): Promise<number | undefined> => {
  const { quoted } = readSchema(schema);
  try {
    const { rows } = await admin.query(
      `SELECT ((SELECT coalesce(sum(version), 0) FROM ${quoted}.memory_targets)
         + (SELECT coalesce(sum(entries), 0) FROM ${quoted}.journal_sessions))::integer AS written`,
    );
    return rows[0].written;
  } catch {
    return undefined;
  }
};

/** Disturbs a load each time that it has come further, so that it comes to its end on a slow machine too. */
const disturb = async (place: Place, isOver: () => boolean, disturbance?: Disturbance): Promise<void> => {
  const admin = new pg.Pool({ connectionString: place.url, max: 1 }).on("error", () => {});
  let [last, since] = [-1, Date.now()];
  try {
    for (; !isOver(); await pause(disturbance ? 5 : 500)) {
      const written = await countWritten(admin, place);
      if (written !== undefined && written > last) {
        [last, since] = [written, Date.now()];
        await disturbance?.(admin);
      } else if (Date.now() - since > PATIENCE) {
        throw new Error(
          `the load hangs: nothing was written for ${PATIENCE / 1000} s, after ${last} changes`,
        );
      }
    }
  } finally {
    await admin.end();
  }
};

/** Does something, with disturbances, until it is done, has failed, or hangs. */
const underWatch = async <Value>(
  place: Place,
  action: () => Promise<Value>,
  disturbance?: Disturbance,
): Promise<Value> => {
  let isOver = false;
  const watching = disturb(place, () => isOver, disturbance);
  const hung = watching.then(() => new Promise<never>(() => {}));
  try {
    return await Promise.race([action(), hung]);
  } finally {
    isOver = true;
    await watching;
  }
};

/** Processes that add facts at once while something happens: each fact is there, once. */
export const addWhile = async (
  place: Place,
  { processes, facts }: { readonly processes: number; readonly facts: number },
  disturbance?: Disturbance,
): Promise<void> => {
  const workers = Array.from({ length: processes }, startWorker);
  const answers = await underWatch(
    place,
    () =>
      Promise.all(workers.map((worker, who) => worker.ask("add", { ...place, facts: factsOf(who, facts) }))),
    disturbance,
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
  disturbance: Disturbance,
): Promise<void> => {
  const workers = Array.from({ length: processes }, startWorker);
  const answers = await underWatch(
    place,
    () =>
      Promise.all(
        workers.map((worker, who) => worker.ask("addOnce", { ...place, facts: factsOf(who, facts) })),
      ),
    disturbance,
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
  const answers = await underWatch(place, () =>
    Promise.all(
      workers.map((worker, who) =>
        worker.ask("addAtOnce", { ...place, max: 10, facts: factsOf(who, agents / processes) }),
      ),
    ),
  );
  expect(answers.map(({ failed }) => failed)).toEqual(answers.map(() => undefined));
  expect(await withStores(place, ({ entries }) => entries())).toHaveLength(agents);
  await Promise.all(workers.map((worker) => worker.kill()));
};

/**
 * Kills a writer of a journal so many times, every other one after it has kept something: what it said is kept is there,
 * whole, and the next one goes on.
 */
export const killWriters = async (place: Place, kills: number): Promise<void> => {
  const killOnce = async (session: string, before: number, waits: boolean): Promise<number> => {
    const worker = startWorker();
    let kept = before;
    const keeping = new Promise<void>((resolve) => {
      worker.child.on("message", (message: { kept?: number }) => {
        if (message.kept === undefined) return;
        kept = message.kept;
        resolve();
      });
    });
    const { failed } = await worker.ask("record", { ...place, session });
    expect(failed).toBe(undefined);
    if (waits) await keeping;
    await pause(Math.random() * 150);
    await worker.kill();
    return kept;
  };
  const found = new Map<string, number>();
  await withStores(place, ({ journal }) =>
    underWatch(place, async () => {
      for (let kill = 0; kill < kills; kill++) {
        const session = `killed-${kill % 3}`;
        const kept = await killOnce(session, found.get(session) ?? 0, kill % 2 === 0);
        const entries = await journal.load(session);
        expect(entries.length - kept).toBeGreaterThanOrEqual(0);
        expect(entries.length - kept).toBeLessThanOrEqual(1);
        found.set(session, entries.length);
      }
    }),
  );
};

/** Processes that each record a session while something happens: each journal is what its ledger has. */
export const recordWhile = async (
  place: Place,
  { processes, count }: { readonly processes: number; readonly count: number },
  disturbance: Disturbance,
): Promise<void> => {
  const workers = Array.from({ length: processes }, startWorker);
  const answers = await underWatch(
    place,
    () =>
      Promise.all(
        workers.map((worker, who) => worker.ask("recordAll", { ...place, session: `session-${who}`, count })),
      ),
    disturbance,
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
