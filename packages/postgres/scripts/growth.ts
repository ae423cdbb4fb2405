// pnpm --filter @lembas/postgres growth [ROWS]: what the tables take on the disk, for each 1,000 entries of journals and
// 1,000 changes of memories, up to ROWS of each (1,000,000), and how long a change, an append and a load take by then.
// Real rows, made by the stores on a server of its own, are multiplied in the server, in the order in which agents that
// work side by side write them.
import { createInMemoryJournalStore, openSession } from "@lembas/context";
import pg from "pg";
import { createPostgresJournalStore } from "../src/journal/journal-store.js";
import { createPostgresMemoryStore } from "../src/memory/memory-store.js";
import { migrate } from "../src/schema/migrate.js";
import { Cluster } from "../src/testing/cluster.js";

const most = Number(process.argv[2] ?? 1_000_000);
const ENTRIES = 200;
const CHANGES = 200;

/** The names are as long as people give them: `tenant-00001/agent-00001`, `2026-01-30-session-00001`. */
const SCOPE = "tenant-00001/agent-00001";
const SESSION = "2026-01-30-session-00001";

/** Words that do not compress better than prose: the same ones in every run. */
let seed = 1;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const words = (count: number): string =>
  Array.from({ length: count }, () => random(1_679_616).toString(36)).join(" ");

const cluster = await Cluster.start({ fsync: "on", autovacuum: "off", max_wal_size: "4GB" });
const pool = new pg.Pool({ connectionString: cluster.url });
const [memory, journal] = [
  createPostgresMemoryStore({ pool, scope: SCOPE }),
  createPostgresJournalStore({ pool, scope: SCOPE }),
];

const timed = async (action: (index: number) => Promise<unknown>, times = 50): Promise<string> => {
  const start = performance.now();
  for (let index = 0; index < times; index++) await action(index);
  return `${((performance.now() - start) / times).toFixed(1)} ms`;
};

const add = (fact: string, operationId?: string) =>
  memory.update(
    "user",
    (entries) => ({
      entries: entries.length < 20 ? [...entries, fact] : entries.with(random(20), fact),
      ops: [{ action: "add", content: fact }],
      value: { ok: true, text: "Entry added. (54% — 742/1,375 chars)", code: "added" },
    }),
    { operationId },
  );

const report = async (rows: number): Promise<void> => {
  await pool.query("ANALYZE");
  const { rows: tables } = await pool.query(
    `SELECT relname AS name, pg_table_size(oid) AS table, pg_indexes_size(oid) AS index
     FROM pg_class WHERE relnamespace = 'lembas'::regnamespace AND relkind = 'r'`,
  );
  const perThousand = (name: string): string => {
    const found = tables.find((table) => table.name === name);
    const kilobytes = (bytes: string): string => (Number(bytes) / rows).toFixed(0).padStart(6);
    return `${kilobytes(found.table)} kB and${kilobytes(found.index)} kB of index`;
  };
  const { ledger, flush } = await openSession(journal, "timed");
  const times = {
    change: await timed((index) => add(`timed ${index}`, `timed ${rows} ${index}`)),
    append: await timed((index) => {
      ledger.output({ tool: "bash", text: `timed ${index}` });
      return flush();
    }),
    load: await timed(() => journal.load(SESSION), 5),
  };
  console.log(`${rows.toLocaleString("en").padStart(10)} rows of each; for each 1,000 of them:`);
  console.log(`  journal entries ${perThousand("journal_entries")}`);
  console.log(`  memory changes  ${perThousand("memory_changes")}`);
  console.log(
    `  a change ${times.change}, an append ${times.append}, a load of ${ENTRIES} entries ${times.load}\n`,
  );
};

/** As many more rows, with names as long, until there are so many: each of the real ones for every agent, in turn. */
const multiply = async (rows: number): Promise<void> => {
  const scope = "'tenant-00001/agent-' || lpad(number::text, 5, '0')";
  const forAgents = (one: string, place: string): string =>
    `FROM (${one}) AS one CROSS JOIN LATERAL generate_series($1::integer, $2::integer + 0 * one.${place}) AS number`;
  const agents = [made / ENTRIES + 1, rows / ENTRIES];
  const first = `scope = '${SCOPE}'`;
  await pool.query(
    `INSERT INTO lembas.journal_entries SELECT ${scope}, session, position, entry ${forAgents(
      `SELECT * FROM lembas.journal_entries WHERE ${first} AND session = '${SESSION}' ORDER BY position`,
      "position",
    )}`,
    agents,
  );
  await pool.query(
    `INSERT INTO lembas.memory_changes
     SELECT ${scope}, target, version, undoes, made_at, gen_random_uuid(), revision_before, revision_after, change ${forAgents(
       `SELECT * FROM lembas.memory_changes WHERE ${first} AND target = 'user' AND version <= ${CHANGES} ORDER BY version`,
       "version",
     )}`,
    agents,
  );
  made = rows;
};

/** Pages are not logged whole while rows are made by the million, which only takes time and space. */
const logWholePages = async (isOn: boolean): Promise<void> => {
  await pool.query(`ALTER SYSTEM SET full_page_writes = ${isOn ? "on" : "off"}`);
  await pool.query("SELECT pg_reload_conf()");
};

let made = ENTRIES;
try {
  await migrate(pool);
  const { ledger, flush } = await openSession(createInMemoryJournalStore(), SESSION);
  // Outputs from two words to a thousand.
  for (let step = 0; step < ENTRIES; step++)
    ledger.output({ tool: "bash", text: words(2 ** (1 + random(10))) });
  await flush();
  await journal.append(SESSION, 0, ledger.toJSON());
  for (let change = 0; change < CHANGES; change++) await add(words(8), `call_${change}`);
  const bytes = JSON.stringify(ledger.toJSON()).length / ENTRIES;
  console.log(
    `Entries of journals have ${Math.round(bytes)} bytes of JSON, in the mean; facts of memories 8 words.\n`,
  );
  for (let rows = 10_000; rows <= most; rows *= 10) {
    await logWholePages(false);
    await multiply(rows);
    await logWholePages(true);
    await report(rows);
  }
} finally {
  await pool.end();
  await cluster.remove();
}
