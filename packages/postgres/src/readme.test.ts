import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { scratchFolder } from "@lembas/build/testing";
import pg from "pg";
import { expect } from "vitest";
import { itOnCluster, useOwnServer } from "./testing/own-cluster.js";
import { dropAtEnd } from "./testing/server.js";

const own = fileURLToPath(new URL("..", import.meta.url));
const [, program = ""] =
  /^```js with-a-server\n(.*?)^```$/msu.exec(readFileSync(join(own, "README.md"), "utf8")) ?? [];

const server = useOwnServer();

itOnCluster("the README's program: two processes share a memory", async () => {
  dropAtEnd("lembas", server().url);
  const folder = scratchFolder();
  for (const name of ["@lembas/memory", "@lembas/postgres", "pg"]) {
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(name === "@lembas/postgres" ? own : join(own, "node_modules", name), path, "junction");
  }
  writeFileSync(join(folder, "program.mjs"), program);
  const env = { ...process.env, DATABASE_URL: server().url };
  const run = async (name: string) =>
    (await promisify(execFile)(process.execPath, ["program.mjs", name], { cwd: folder, env })).stdout;
  await Promise.all([run("One"), run("Two")]);
  const printed = await run("Three");
  for (const name of ["One", "Two", "Three"]) expect(printed).toContain(`${name} was here.`);
  const client = new pg.Client({ connectionString: server().url });
  await client.connect();
  expect((await client.query("SELECT DISTINCT scope FROM lembas.memory_targets")).rows).toEqual([
    { scope: "team-1" },
  ]);
  await client.end();
});
