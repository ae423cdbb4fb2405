import { createInMemoryJournalStore, type JournalEntry, openSession } from "@lembas/context";
import { createPostgresJournalStore, createPostgresMemoryStore } from "@lembas/postgres";
import pg from "pg";
import { journalStatements } from "../../postgres/src/journal/journal-statements.js";
import { memoryStatements } from "../../postgres/src/memory/memory-statements.js";

/** What a process of the bench does, so many times: by the store, or the same statements by `pg` alone. */
export interface Order {
  readonly work: keyof typeof works;
  readonly count: number;
}

/** What a process of the bench says when it is ready, and when it has done an order. */
export interface Report {
  /** Milliseconds of the processor's time that the order took. */
  readonly processor: number;
}

const [url = "", name = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 1 });
const schema = "lembas";
const statements = memoryStatements(schema, 100);
const { begin, goOn } = journalStatements(schema);
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const facts = Array.from(
  { length: 20 },
  (_, index) => `Fact number ${index} about how this project is built.`,
);
const store = createPostgresMemoryStore({ pool, scope: `${name} of the store` });
const journal = createPostgresJournalStore({ pool, scope: `${name} of the store` });
const alone = `${name} alone`;

const { ledger } = await openSession(createInMemoryJournalStore(), "s");
ledger.output({ tool: "bash", text: "a line of output\n".repeat(60) });
const entries: readonly JournalEntry[] = ledger.toJSON();
const entryBytes = entries.map(bytes);

let changes = 0;
const positions = { store: 0, alone: 0 };

const changeByStore = async (): Promise<void> => {
  const ops = [{ action: "add", content: `${changes++}` }];
  const operationId = `call_${changes}`;
  await store.update("user", () => ({ entries: [...facts, `${changes}`], ops, value: { ok: true } }), {
    operationId,
  });
};

const changeAlone = async (): Promise<void> => {
  const ops = [{ action: "add", content: `${changes++}` }];
  const operation = bytes(`call_${changes}`);
  const { rows } = await pool.query(statements.readForUpdate, [alone, "user", operation, null, null]);
  const { version, revision } = rows[0];
  const change = { ops, at: facts.length, removed: [`${changes - 1}`], added: [`${changes}`] };
  await pool.query(version === "0" ? statements.insert : statements.update, [
    alone,
    "user",
    version,
    bytes([...facts, `${changes}`]),
    null,
    crypto.randomUUID(),
    revision,
    bytes(change),
    operation,
    bytes({ value: { ok: true } }),
  ]);
};

const appendByStore = async (): Promise<void> => {
  await journal.append("s", positions.store, entries);
  positions.store += entries.length;
};

const appendAlone = async (): Promise<void> => {
  const text = positions.alone === 0 ? begin : goOn;
  await pool.query(text, [alone, "s", positions.alone, entryBytes]);
  positions.alone += entryBytes.length;
};

const works = { changeByStore, changeAlone, appendByStore, appendAlone };

process.on("message", async ({ work, count }: Order) => {
  const start = process.cpuUsage();
  for (let done = 0; done < count; done++) await works[work]();
  const { user, system } = process.cpuUsage(start);
  process.send?.({ processor: (user + system) / 1000 } satisfies Report);
});
process.on("disconnect", () => process.exit());
process.send?.({ processor: 0 } satisfies Report);
