import { checkObject } from "@lembas/arguments";
import {
  checkAppend,
  checkSessionName,
  entriesToAdd,
  type JournalEntry,
  type JournalStore,
} from "@lembas/context/store";
import { Database } from "../database/database.js";
import { Failure, isPassing, named } from "../database/failure.js";
import { checkPool, checkScope, readSchema } from "../database/names.js";
import type { PostgresPool } from "../database/pool.js";
import { fromBytes, toBytes } from "../json-bytes.js";
import { type EntryRow, journalStatements } from "./journal-statements.js";

/** What {@link createPostgresJournalStore} is given. */
export interface PostgresJournalStoreOptions {
  /** The caller's own pool; it is not ended here. */
  readonly pool: PostgresPool;
  /** Whose sessions they are: a tenant's, an agent's, a user's. Nothing of another scope is read or written. */
  readonly scope: string;
  /** The schema of the tables; `lembas` unless given. */
  readonly schema?: string | undefined;
}

/** What one statement appends at most, so that no message to the server grows without bound. */
const MOST_ENTRIES = 1_000;
const MOST_BYTES = 8_000_000;

/** What an entry has at most: far below what the server takes in one value. */
const MOST_ENTRY_BYTES = 100_000_000;

/** The largest position that the tables have. */
const LAST_POSITION = 2 ** 31 - 1;

/** How often a batch is tried: again only after a lost connection, or where some of it stood there already. */
const ATTEMPTS = 10;

/** Entries that one statement appends, and where. */
interface Batch {
  readonly position: number;
  readonly entries: readonly JournalEntry[];
  readonly bytes: readonly Uint8Array[];
}

const batchesOf = (position: number, entries: readonly JournalEntry[]): Batch[] => {
  const all = entries.map(toBytes);
  const tooLong = all.find(({ length }) => length > MOST_ENTRY_BYTES);
  if (tooLong) {
    throw new Error(
      `an entry has at most ${MOST_ENTRY_BYTES} bytes of JSON in this store; got one of ${tooLong.length}`,
    );
  }
  const batches: Batch[] = [];
  for (let start = 0; start < all.length; ) {
    let end = start;
    for (let size = 0; end < all.length && end - start < MOST_ENTRIES; end++) {
      size += all[end]?.length ?? 0;
      if (size > MOST_BYTES && end > start) break;
    }
    batches.push({
      position: position + start,
      entries: entries.slice(start, end),
      bytes: all.slice(start, end),
    });
    start = end;
  }
  return batches;
};

class PostgresJournalStore implements JournalStore {
  readonly #database: Database;
  readonly #scope: string;
  readonly #statements: ReturnType<typeof journalStatements>;

  constructor(options: PostgresJournalStoreOptions) {
    checkObject(options, "options", '{ pool, scope: "agent-1" }');
    const { pool, scope, schema } = options;
    checkPool(pool);
    checkScope(scope);
    this.#statements = journalStatements(readSchema(schema).quoted);
    this.#database = new Database(pool);
    this.#scope = scope;
  }

  async load(session: string): Promise<readonly JournalEntry[]> {
    checkSessionName(session);
    return named({ what: `the journal of session ${session}`, done: "read" }, async () => {
      const { entries } = await this.#read(session, 0);
      return entries;
    });
  }

  async append(session: string, position: number, entries: readonly JournalEntry[]): Promise<void> {
    checkSessionName(session);
    checkAppend(position, entries);
    await named({ what: `the journal of session ${session}`, done: "written" }, async () => {
      for (const batch of batchesOf(position, entries)) await this.#appendBatch(session, batch);
    });
  }

  /** Appends what is not there yet, and compares where the journal does not end at the batch's position. */
  async #appendBatch(session: string, batch: Batch): Promise<void> {
    let left = batch;
    let failure: Failure | undefined;
    let isInDoubt = false;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        if (await this.#add(session, left)) return;
        failure = undefined;
        const end = left.position + left.entries.length;
        const { count, entries: there } = await this.#read(session, left.position, end);
        const added =
          left.entries.length - entriesToAdd(session, count, there, left.position, left.entries).length;
        left = {
          position: left.position + added,
          entries: left.entries.slice(added),
          bytes: left.bytes.slice(added),
        };
        if (left.entries.length === 0) return;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        isInDoubt ||= error.details.mayBeWritten ?? false;
        failure = new Failure({ ...error.details, mayBeWritten: isInDoubt }, error.isBroken);
        if (!isPassing(error)) throw failure;
      }
    }
    throw failure ?? new Failure({ code: "conflict", mayBeWritten: isInDoubt }, false);
  }

  /** Whether the journal ended where the batch begins, and so was added to. */
  async #add(session: string, { position, bytes }: Batch): Promise<boolean> {
    if (position + bytes.length > LAST_POSITION) return false;
    const { begin, goOn } = this.#statements;
    const values = [this.#scope, session, position, bytes];
    return (await this.#database.write(position === 0 ? begin : goOn, values)).length > 0;
  }

  /** How many entries there are, and those from a position on, before another one where it is given. */
  async #read(
    session: string,
    from: number,
    to?: number,
  ): Promise<{ readonly count: number; readonly entries: readonly JournalEntry[] }> {
    const [first, end] = [from, to ?? null].map((at) => at && Math.min(at, LAST_POSITION));
    const rows = await this.#database.read<EntryRow>(this.#statements.read, [
      this.#scope,
      session,
      first,
      end,
    ]);
    const count = rows[0]?.count ?? 0;
    const entries: JournalEntry[] = [];
    for (const { position, entry } of rows) {
      if (position === null || entry === null) break;
      if (position !== from + entries.length) break;
      entries.push(readEntry(position, entry));
    }
    const expected = Math.max(0, Math.min(count, to ?? count) - from);
    if (entries.length < expected) {
      throw new Error(
        `journal entry ${from + entries.length} of session ${session} is missing, and others follow it`,
      );
    }
    return { count, entries };
  }
}

const readEntry = (position: number, bytes: Uint8Array): JournalEntry => {
  try {
    return fromBytes(bytes);
  } catch {
    throw new Error(`journal entry ${position} is damaged: it cannot be read`);
  }
};

/**
 * A journal store in PostgreSQL, for agents on many machines: a row for each entry. An append is one statement (one for
 * each 1,000 entries), and is refused where another writer has gone on with the session, on this machine or another;
 * so nothing is mixed, and a session whose process was killed is simply opened again, anywhere. Right behind a pooler in
 * transaction mode. The tables are made by `migrate`. Specification 2.17.
 *
 * @throws {TypeError} the pool, the scope or the schema's name is not one
 * @example
 * const store = createPostgresJournalStore({ pool: new pg.Pool(), scope: "agent-1" });
 * const { ledger, flush } = await openSession(store, "session-1");
 */
export const createPostgresJournalStore = (options: PostgresJournalStoreOptions): JournalStore =>
  new PostgresJournalStore(options);
