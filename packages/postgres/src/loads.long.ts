import { setTimeout as pause } from "node:timers/promises";
import { storeProcessSuite } from "@lembas/conformance/node";
import pg from "pg";
import { beforeAll, vi } from "vitest";
import { migrate } from "./schema/migrate.js";
import {
  addAtOnce,
  addOnceWhile,
  addWhile,
  type Disturbance,
  killWriters,
  recordWhile,
} from "./testing/loads.js";
import { itOnCluster, useCluster } from "./testing/own-cluster.js";
import { startPooler } from "./testing/pgbouncer.js";

const cluster = useCluster({ max_connections: "300" });

let scopes = 0;
const place = (url = cluster().url) => ({ url, schema: "lembas", scope: `scope-${++scopes}` });

beforeAll(async () => {
  const pool = new pg.Pool({ connectionString: cluster().url });
  await migrate(pool);
  await pool.end();
  vi.stubEnv("TEST_POSTGRES_URL", cluster().url);
  vi.stubEnv("TEST_POSTGRES_SCHEMA", "lembas");
});

/** Ends the backend of some client. */
const endBackends: Disturbance = async (admin) => {
  await pause(Math.random() * 60);
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT 1`,
  );
};

let restarts = 0;
/** Restarts the server, as an administrator does and as after a crash. */
const restart: Disturbance = async () => {
  await pause(1_000 + Math.random() * 1_000);
  await cluster().halt(restarts++ % 2 === 0 ? "SIGINT" : "SIGQUIT");
  await pause(Math.random() * 300);
  await cluster().run();
};

itOnCluster("loses no change of eight processes, 200 each", () =>
  addWhile(place(), { processes: 8, facts: 200 }),
);

itOnCluster("200 agents at once on one target: none starves", () => addAtOnce(place(), 200, 8));

itOnCluster("backends are ended: each change is made once", () =>
  addWhile(place(), { processes: 8, facts: 100 }, endBackends),
);

itOnCluster("backends are ended: what was said to be made is, and what was said not to be is not", () =>
  addOnceWhile(place(), { processes: 8, facts: 100 }, endBackends),
);

itOnCluster("the server is restarted in the middle: each change is made once", () =>
  addWhile(place(), { processes: 8, facts: 100 }, restart),
);

itOnCluster(
  "the server is restarted in the middle: what was said to be made is, and what was said not to be is not",
  () => addOnceWhile(place(), { processes: 8, facts: 100 }, restart),
);

itOnCluster("backends are ended, the server is restarted: each journal is what its ledger has", async () => {
  await recordWhile(place(), { processes: 8, count: 100 }, endBackends);
  await recordWhile(place(), { processes: 8, count: 100 }, restart);
});

itOnCluster("100 killed writers of journals: what was kept is there, and the next one goes on", () =>
  killWriters(place(), 100),
);

itOnCluster(
  "behind a pooler in transaction mode: eight processes, 100 changes each; 200 agents at once",
  async () => {
    const url = await startPooler(cluster().folder, 5);
    await addWhile(place(url), { processes: 8, facts: 100 });
    await addAtOnce(place(url), 200, 8);
  },
);

const processes = storeProcessSuite(new URL("testing/memory-stores.js", import.meta.url), {
  processes: 8,
  changes: 200,
  kills: 100,
});
itOnCluster.each(processes.map(({ name, run }) => [name, run] as const))("the contract: %s", (_name, run) =>
  run(),
);
