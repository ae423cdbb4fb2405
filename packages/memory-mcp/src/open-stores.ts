import type { MemoryStore } from "@lembas/memory";
import { createFileStore } from "@lembas/memory/node";
import type { Place } from "./arguments.js";
import { openFolder } from "./memory-folder.js";
import { messageOf } from "./message-of.js";
import type { MemoryHistory } from "./tools.js";
import { watchFolder } from "./watch-folder.js";

/** The stores of a place. */
export interface OpenStores {
  /** What people call the place. */
  readonly name: string;
  /** The store of a scope; where a token names none, of the one that was given. */
  readonly storeOf: (scope: string | undefined) => MemoryStore & MemoryHistory;
  /** Calls `onChange` after something may have been changed by others. Gives what stops it. */
  readonly watch: (onChange: () => void, onError: (error: unknown) => void) => () => void;
}

const openFolderStores = async (dir: string, history: boolean): Promise<OpenStores> => {
  const folder = await openFolder(dir);
  const store = createFileStore({ folder, history });
  return {
    name: folder,
    storeOf: () => store,
    watch: (onChange, onError) => watchFolder(folder, onChange, onError),
  };
};

/** How often a database is asked for changes by others: it tells nobody by itself. */
const LOOK_MILLISECONDS = 2_000;

const openPostgresStores = async (scope: string | undefined): Promise<OpenStores> => {
  const [{ check, createPostgresMemoryStore }, { Pool }] = await Promise.all([
    import("@lembas/postgres"),
    import("pg").then((module) => module.default),
  ]).catch((error) => {
    throw new Error(
      `--scope needs the packages @lembas/postgres and pg beside this one: ${messageOf(error)}`,
    );
  });
  // Calls that came before the client has gone still need it; connections at rest hold no process back.
  const pool = new Pool({ connectionString: process.env["LEMBAS_POSTGRES_URL"], allowExitOnIdle: true });
  try {
    await check(pool);
  } catch (error) {
    throw new Error(`the database of LEMBAS_POSTGRES_URL cannot be used: ${messageOf(error)}`);
  }
  return {
    name: scope === undefined ? "a scope for each token" : `the scope ${scope}`,
    storeOf: (own) => createPostgresMemoryStore({ pool, scope: own ?? scope ?? "" }),
    watch: (onChange) => {
      const timer = setInterval(onChange, LOOK_MILLISECONDS).unref();
      return () => clearInterval(timer);
    },
  };
};

/**
 * Opens the stores of a place.
 *
 * @throws {Error} it is not there, or cannot be used; the message says why
 */
export const openStores = (place: Place, history: boolean): Promise<OpenStores> =>
  place.kind === "folder" ? openFolderStores(place.dir, history) : openPostgresStores(place.scope);
