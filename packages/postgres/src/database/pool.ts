/** What a statement gives back. */
export interface PostgresResult {
  readonly rows: readonly unknown[];
}

/** A connection that a pool has lent: what is used of a `PoolClient` of `pg`. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  /** Gives the connection back; with `true` or an Error it is closed. */
  release(destroy?: Error | boolean): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
}

/**
 * Where connections come from: what is used of a `Pool` of `pg`, which is one.
 *
 * @example const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
 */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Tells of each new connection, before anybody has it. */
  on(event: "connect", listener: (client: Pick<PostgresClient, "on">) => void): unknown;
}

/** Pools whose database lives in this process, and ends with it. */
export const poolsInProcess = new WeakSet<PostgresPool>();
