import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { migrate } from "@lembas/postgres";
import pg from "pg";
import { Cluster, whyNoCluster } from "../../postgres/src/testing/cluster.js";
import { compare, median, rounds, type Side, wallClock } from "./compare.js";
import type { Line } from "./line.js";
import type { Order, Report } from "./postgres-worker.js";

/** The least part of the changes a second that `pg` alone makes. */
const LEAST = 0.8;

/** How often each process does its work in one run: more than its messages cost. */
const AT_ONCE = 10;

const WORKER = fileURLToPath(new URL("postgres-worker.ts", import.meta.url));

const startWorkers = async (count: number, url: string): Promise<ChildProcess[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const worker = fork(WORKER, [url, `process ${index}`]);
      await once(worker, "message");
      return worker;
    }),
  );

const lineOf = (what: string, processes: number, byStore: Order["work"], alone: Order["work"]): Line => ({
  name: `postgres, ${what}, ${processes === 1 ? "one process" : `${processes} processes`}`,
  bound: 1 / LEAST,
  measure: async () => {
    // What is kept is flushed, as on a server.
    const cluster = await Cluster.start({ fsync: "on" });
    let workers: ChildProcess[] = [];
    try {
      const pool = new pg.Pool({ connectionString: cluster.url });
      await migrate(pool);
      await pool.end();
      workers = await startWorkers(processes, cluster.url);
      /** The processor's time that the clients of each side took for each run: this process waits for them. */
      const taken = new Map<Order["work"], number[]>([byStore, alone].map((work) => [work, []]));
      const ask = async (worker: ChildProcess, work: Order["work"]): Promise<number> => {
        const done = once(worker, "message");
        worker.send({ work, count: AT_ONCE } satisfies Order);
        const { processor }: Report = (await done)[0];
        return processor;
      };
      const side = (name: string, work: Order["work"]): Side => ({
        name: `${AT_ONCE} by ${name}`,
        run: async () => {
          const times = await Promise.all(workers.map((worker) => ask(worker, work)));
          taken.get(work)?.push(times.reduce((sum, time) => sum + time, 0));
        },
      });
      const comparison = await compare(
        side("the same statements, by pg alone", alone),
        [side("the store", byStore)],
        wallClock,
      );
      const [own] = comparison.sides;
      const [clients, clientsAlone] = [byStore, alone].map((work) =>
        median((taken.get(work) ?? []).slice(-rounds)),
      );
      const facts = {
        "a second, by the store": Math.round((1000 * AT_ONCE * processes) / (own?.value ?? Number.NaN)),
        "% of pg's own processor time, by the clients of the store": Math.round(
          (100 * (clients ?? Number.NaN)) / (clientsAlone ?? Number.NaN),
        ),
      };
      return { ...comparison, facts };
    } finally {
      for (const worker of workers) worker.disconnect();
      await cluster.remove();
    }
  },
});

/** Changes of a memory and appends to a journal: at least 0.8 times as many a second as by `pg` alone. */
export const postgresLines: readonly Line[] = [1, 8].flatMap((processes) => [
  lineOf("one change of a memory", processes, "changeByStore", "changeAlone"),
  lineOf("one append to a journal", processes, "appendByStore", "appendAlone"),
]);

/** Why they cannot be measured here. */
export const whyNoPostgres: string | undefined = whyNoCluster;
