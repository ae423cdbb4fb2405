// pnpm --filter @lembas/postgres growth [ROWS]: what the tables take on the disk, for each 1,000 entries of journals and
// 1,000 changes of memories, up to ROWS of each (1,000,000), and how long a change, an append and a load take by then.
// Real rows, made by the stores on a server of its own, are multiplied in the server.
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

const cluster = await Cluster.start({ fsync: "on", max_wal_size: "4GB", maintenance_work_mem: "256MB" });
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
  await pool.query("VACUUM ANALYZE");
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

/** As many more rows, with names as long, until there are so many. */
const multiply = async (rows: number): Promise<void> => {
  const name = (prefix: string) => `${prefix} || lpad(number::text, 5, '0')`;
  const from = "FROM generate_series($1::integer, $2::integer) AS number";
  const [first, last] = [made / ENTRIES + 1, rows / ENTRIES];
  await pool.query(
    `INSERT INTO lembas.journal_entries SELECT ${name("'tenant-00001/agent-'")}, '${SESSION}', position, entry
     ${from}, (SELECT position, entry FROM lembas.journal_entries WHERE scope = '${SCOPE}' AND session = '${SESSION}') AS one`,
    [first, last],
  );
  await pool.query(
    `INSERT INTO lembas.memory_changes
     SELECT ${name("'tenant-00001/agent-'")}, 'user', version, undoes, made_at, gen_random_uuid(), revision_before, revision_after, change
     ${from}, (SELECT * FROM lembas.memory_changes WHERE scope = '${SCOPE}' AND target = 'user' AND version <= ${CHANGES}) AS one`,
    [first, last],
  );
  made = rows;
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
    await multiply(rows);
    await report(rows);
  }
} finally {
  await pool.end();
  await cluster.remove();
}
