import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { runHere } from "@lembas/build/run-here";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { dropAtEnd, itOnServer, newSchemaName, openPool, serverUrl } from "../testing/server.js";
import { runCommandLine } from "./command-line.js";

/** The command as npm installs it; it runs what `pnpm build` has made. */
const bin = fileURLToPath(new URL("../../bin.js", import.meta.url));

/** Runs it as a process of its own. */
const start = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [bin, ...args], { env: { PATH: process.env["PATH"], ...env } });
  let printed = "";
  let said = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, "close");
  return { code, printed, said };
};

/** Runs it in this process, with the address of no server but the one that is given. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runHere(runCommandLine, args, { LEMBAS_POSTGRES_URL: "", ...env });

it.each([
  [[], "what to do must be migrate, check or prune; got nothing"],
  [["drop"], "got drop"],
  [["migrate", "now"], "migrate takes no more words; got now"],
  [["migrate", "--force"], "--force"],
  [["check", "--history", "3"], "--history is for prune; check does not take it"],
  [["prune"], "prune deletes nothing without --history DAYS or --sessions DAYS"],
  [["prune", "--history", "-1"], "--history"],
  [["prune", "--sessions", "1.5"], "--sessions must be a whole number of days; got 1.5"],
  [["prune", "--history", "3", "--scope", ""], "scope must not be empty"],
  [["check", "--schema", ""], "schema must not be empty"],
])("%j is refused, and says why", async (args, message) => {
  const { code, printed, said } = await run(args);
  expect({ code, printed }).toEqual({ code: 2, printed: "" });
  expect(said).toContain(message);
  expect(said).toContain("Usage: lembas-postgres migrate|check");
});

it("is a program, which ends with its exit code", async () => {
  expect(await start(["--help"])).toMatchObject({
    code: 0,
    printed: expect.stringContaining("DATABASE_URL"),
    said: "",
  });
  expect(await start(["drop"])).toMatchObject({
    code: 2,
    printed: "",
    said: expect.stringContaining("got drop"),
  });
});

it("shows its version", async () => {
  expect(await run(["--version"])).toEqual({ code: 0, printed: `${manifest.version}\n`, said: "" });
});

it("says that the server is gone", async () => {
  const DATABASE_URL = "postgresql://user:hush@127.0.0.1:1/database";
  const { code, said } = await start(["check"], { DATABASE_URL });
  expect(code).toBe(1);
  expect(said).toBe(
    'lembas-postgres: the tables in schema "lembas" cannot be checked: no connection to the server could be made (ECONNREFUSED): connect ECONNREFUSED 127.0.0.1:1\n',
  );
});

it("goes by LEMBAS_POSTGRES_URL before DATABASE_URL, as @lembas/memory-mcp does", async () => {
  const [LEMBAS_POSTGRES_URL, DATABASE_URL] = ["postgresql://127.0.0.1:1/a", "postgresql://127.0.0.1:2/b"];
  const { said } = await run(["check"], { LEMBAS_POSTGRES_URL, DATABASE_URL });
  expect(said).toContain("connect ECONNREFUSED 127.0.0.1:1\n");
  const blank = await run(["check"], { LEMBAS_POSTGRES_URL: "", DATABASE_URL });
  expect(blank.said).toContain("connect ECONNREFUSED 127.0.0.1:2\n");
});

itOnServer("makes the tables, and checks them", async () => {
  const schema = newSchemaName();
  const tables = `the tables in schema "${schema}"`;
  const env = { DATABASE_URL: serverUrl() };
  dropAtEnd(schema);
  expect(await run(["check", "--schema", schema], env)).toEqual({
    code: 1,
    printed: "",
    said: `lembas-postgres: ${tables} cannot be checked: there are none: run migrate\n`,
  });
  const done = (printed: string) => ({ code: 0, printed: `${tables} ${printed}\n`, said: "" });
  expect(await start(["migrate", "--schema", schema], env)).toEqual(done("are made, of version 1"));
  expect(await run(["migrate", "--schema", schema], env)).toEqual(done("are of version 1 already"));
  expect(await run(["check", "--schema", schema], env)).toEqual(
    done("are of version 1, and the role may use them"),
  );
  const prune = await run(["prune", "--history", "90", "--sessions", "30", "--schema", schema], env);
  expect(prune).toEqual({
    code: 0,
    printed: `deleted from schema "${schema}": changes 0, sessions 0, their entries 0\n`,
    said: "",
  });
  expect((await openPool().query("SELECT FROM pg_namespace WHERE nspname = $1", [schema])).rows).toHaveLength(
    1,
  );
});
