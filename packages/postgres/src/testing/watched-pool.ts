import type { PostgresPool } from "../database/pool.js";

/** The same pool, whose statements wait for `before` first, which may do something else meanwhile, or fail. */
export const watchedPool = (pool: PostgresPool, before: (text: string) => Promise<void>): PostgresPool => {
  const watched: PostgresPool = Object.create(pool);
  watched.connect = async () => {
    const client = await pool.connect();
    return {
      query: async (text, values) => {
        await before(text);
        return client.query(text, values);
      },
      release: (destroy) => client.release(destroy),
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener),
    };
  };
  return watched;
};
