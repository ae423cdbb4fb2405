import { connectFailure, Failure, statementFailure, withoutDoubt } from "./failure.js";
import { type PostgresClient, type PostgresPool, poolsInProcess } from "./pool.js";

/** Runs a statement and gives its rows, which are what its text says. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** How a transaction begins. A lock is waited for at most a minute. */
const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '60s'";

/**
 * A holder that is silent for 10 seconds loses its transaction, so that no lock outlives its process by more. In a
 * database of this process none does, and the timer would keep the process from its end for that long.
 */
const END_SILENT = "SET LOCAL idle_in_transaction_session_timeout = '10s'";

/** An error event that nobody hears would end the process; what it says, the statement's own error says too. */
const ignore = (): void => {};

const listened = new WeakSet<PostgresPool>();

/** A connection that is lent. */
interface Lease {
  readonly client: PostgresClient;
  /** Whether it is of no use to others. */
  isBroken: boolean;
}

const send = async <Row>(
  lease: Lease,
  text: string,
  values?: readonly unknown[],
): Promise<readonly Row[]> => {
  try {
    const { rows } = await lease.client.query(text, values && [...values]);
    return rows as readonly Row[];
  } catch (error) {
    const failure = statementFailure(error);
    lease.isBroken ||= failure.isBroken;
    throw failure;
  }
};

/** What an action gives; where it fails, nothing was written by it, or can have been. */
const withoutWriting = async <Value>(action: () => Promise<Value>): Promise<Value> => {
  try {
    return await action();
  } catch (error) {
    throw error instanceof Failure ? withoutDoubt(error) : error;
  }
};

/** Statements and transactions on the connections of a pool; what fails in it is a {@link Failure}. */
export class Database {
  readonly #pool: PostgresPool;
  readonly #begin: string;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
    this.#begin = poolsInProcess.has(pool) ? BEGIN : `${BEGIN}; ${END_SILENT}`;
    if (listened.has(pool)) return;
    listened.add(pool);
    pool.on("error", ignore);
    // One that the server ends right after it was made has its error before the pool's promise has resolved.
    pool.on("connect", (client) => client.on("error", ignore));
  }

  /** A statement that only reads; once more where the connection broke, as one that lay idle for long may have. */
  readonly read: Query = <Row>(text: string, values?: readonly unknown[]) =>
    withoutWriting(async () => {
      try {
        return await this.write<Row>(text, values);
      } catch (error) {
        if (error instanceof Failure && error.details.code === "connection-lost") {
          return this.write<Row>(text, values);
        }
        throw error;
      }
    });

  /** A statement that is a transaction of its own. */
  readonly write: Query = <Row>(text: string, values?: readonly unknown[]) =>
    this.#lend((lease) => send<Row>(lease, text, values));

  /** Statements that come about together or not at all. What `run` throws comes out as it is. */
  transaction<Value>(run: (query: Query) => Promise<Value>): Promise<Value> {
    return this.#lend(async (lease) => {
      const value = await withoutWriting(async () => {
        await send(lease, this.#begin);
        try {
          return await run((text, values) => send(lease, text, values));
        } catch (error) {
          if (!lease.isBroken) {
            await send(lease, "ROLLBACK").catch(() => {
              lease.isBroken = true;
            });
          }
          throw error;
        }
      });
      await send(lease, "COMMIT");
      return value;
    });
  }

  /** Lends a connection; one that broke, or whose rollback failed, is closed and not given back. */
  async #lend<Value>(action: (lease: Lease) => Promise<Value>): Promise<Value> {
    const lease: Lease = { client: await this.#connect(), isBroken: false };
    lease.client.on("error", ignore);
    try {
      return await action(lease);
    } finally {
      lease.client.release(lease.isBroken);
      lease.client.removeListener("error", ignore);
    }
  }

  async #connect(): Promise<PostgresClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw connectFailure(error);
    }
  }
}
