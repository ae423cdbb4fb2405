import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { createPostgresMemoryStore } from "./memory/memory-store.js";
import { migrate } from "./schema/migrate.js";
import { mustRun } from "./testing/cluster.js";
import { addAtOnce, addWhile, killWriters } from "./testing/loads.js";
import { itOnCluster, useOwnServer } from "./testing/own-cluster.js";
import { startPooler, whyNoPooler } from "./testing/pgbouncer.js";
import {
  dropAtEnd,
  itOnServer,
  newSchemaName,
  openPool,
  scratchSchema,
  serverUrl,
} from "./testing/server.js";

let schema = "";

beforeAll(async () => {
  schema = await scratchSchema(openPool());
});

const place = (scope: string) => ({ url: serverUrl(), schema, scope });

itOnServer("40 agents at once on one target: none starves", () => addAtOnce(place("agents"), 40, 2), 180_000);

itOnServer(
  "killed writers of a journal: what was kept is there, and the next one goes on",
  () => killWriters(place("kills"), 3),
  180_000,
);

const own = useOwnServer();
const hasPooler = whyNoPooler === undefined;
if (!hasPooler) it.skip(`not tried: ${whyNoPooler}`);
const itOnPooler = hasPooler || mustRun ? itOnCluster : it.skip;

itOnPooler(
  "behind a pooler in transaction mode, with fewer connections than clients",
  async () => {
    const url = await startPooler(own().folder, 3);
    const schema = newSchemaName();
    dropAtEnd(schema, own().url);
    const pool = new pg.Pool({ connectionString: url });
    await Promise.all([1, 2, 3].map(() => migrate(pool, { schema })));
    await addWhile({ url, schema, scope: "pooled" }, { processes: 4, facts: 10 });
    await addAtOnce({ url, schema, scope: "at once" }, 40, 2);
    const store = createPostgresMemoryStore({ pool, scope: "pooled", schema });
    expect(await store.undo("user")).toBeDefined();
    expect(await store.changes("user")).toHaveLength(39);
    await pool.end();
  },
  180_000,
);
