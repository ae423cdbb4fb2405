import { checkListOf } from "@lembas/arguments";
import pg from "pg";
import manifest from "../../package.json" with { type: "json" };
import { checkScope, readSchema } from "../database/names.js";
import { prune } from "../retention/prune.js";
import { check } from "../schema/check.js";
import { migrate } from "../schema/migrate.js";
import { CURRENT_VERSION } from "../schema/version.js";
import { readArguments, type Work } from "./arguments.js";

const COMMAND = "lembas-postgres";

const USAGE = `Usage: ${COMMAND} migrate|check [--schema NAME]
       ${COMMAND} prune [--history DAYS] [--sessions DAYS] [--scope SCOPE] [--schema NAME]

  migrate          makes the tables, or leads those of an earlier version to this one's
  check            says whether the tables are of this version, and the role may use them
  prune            deletes what is old, in small batches

  --history DAYS   changes of memories that are older than this
  --sessions DAYS  whole sessions whose last entry is older than this
  --scope SCOPE    of this scope alone; without it, of all
  --schema NAME    the schema of the tables: lembas
  -h, --help       shows this
  --version        shows the version

The server's address is in LEMBAS_POSTGRES_URL (postgresql://user@host/database), else in DATABASE_URL,
else in PGHOST, PGUSER, PGPASSWORD, PGDATABASE and their like.
`;

const say = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

const complain = (message: string): void => {
  process.stderr.write(`${COMMAND}: ${message}\n`);
};

/** What went wrong, with what the server or the operating system says of it: this is read by people. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

/** What a migration came to, in words. */
const describeMigration = (tables: string, { from, to }: { from: number; to: number }): string => {
  if (from === to) return `${tables} are of version ${to} already`;
  return from === 0
    ? `${tables} are made, of version ${to}`
    : `${tables} are led from version ${from} to ${to}`;
};

const run = async (pool: pg.Pool, work: Work): Promise<string> => {
  const { kind, schema } = work;
  const tables = `the tables in schema "${readSchema(schema).name}"`;
  if (kind === "prune") {
    const { changes, sessions, entries } = await prune(pool, work);
    return `deleted from schema "${readSchema(schema).name}": changes ${changes}, sessions ${sessions}, their entries ${entries}`;
  }
  if (kind === "migrate") return describeMigration(tables, await migrate(pool, { schema }));
  await check(pool, { schema });
  return `${tables} are of version ${CURRENT_VERSION}, and the role may use them`;
};

/**
 * Runs the command `lembas-postgres`.
 *
 * @param args what stands after the command
 * @throws {TypeError} `args` is not a list of strings
 * @returns the exit code: 0 where it is done, 1 where it could not be, 2 where the arguments are wrong
 * @example process.exitCode = await runCommandLine(["migrate"]);
 */
export const runCommandLine = async (args: readonly string[]): Promise<number> => {
  checkListOf(args, "args", "string");
  let work: Work;
  try {
    const request = readArguments(args);
    if (request.kind === "help" || request.kind === "version") {
      process.stdout.write(request.kind === "help" ? USAGE : `${manifest.version}\n`);
      return 0;
    }
    readSchema(request.schema);
    if (request.scope !== undefined) checkScope(request.scope);
    work = request;
  } catch (error) {
    complain(`${messageOf(error)}\n\n${USAGE}`);
    return 2;
  }
  const connectionString = process.env["LEMBAS_POSTGRES_URL"] || process.env["DATABASE_URL"];
  const pool = new pg.Pool({ max: 1, ...(connectionString && { connectionString }) });
  try {
    say(await run(pool, work));
    return 0;
  } catch (error) {
    complain(messageOf(error));
    return 1;
  } finally {
    await pool.end();
  }
};
