import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endAfterUs } from "@lembas/build/after-end";
import { scratchFolder } from "@lembas/build/testing";
import { migrate } from "@lembas/postgres";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Cluster, mustRun, whyNoCluster } from "../../postgres/src/testing/cluster.js";
import { runCommandHere } from "./testing/run-command-here.js";

/** The command as npm installs it; it runs what was built. */
const bin = fileURLToPath(new URL("../bin.js", import.meta.url));

const given = process.env["LEMBAS_POSTGRES_URL"];
let cluster: Cluster | undefined;
let url = given ?? "";

/** Scopes that no other run has. */
const scope = (name: string): string => `${name}-${process.pid}-${Date.now()}`;

const textOf = ({ content: [first] }: Awaited<ReturnType<Client["callTool"]>>): string =>
  first?.type === "text" ? first.text : "";

const add = (client: Client, content: string) =>
  client.callTool({ name: "memory", arguments: { target: "user", action: "add", content } });

const read = async (client: Client) =>
  textOf(await client.callTool({ name: "memory_read", arguments: { target: "user" } }));

const run = async (args: string[], env: Record<string, string> = { LEMBAS_POSTGRES_URL: url }) => {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  endAfterUs(child);
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  child.stdin.end();
  const ended = once(child, "close");
  return { child, said: () => said, ended };
};

const tokens = async (text: string): Promise<string> => {
  const path = join(scratchFolder(), "tokens");
  await writeFile(path, text, { mode: 0o600 });
  return path;
};

const isMissing = !given && whyNoCluster !== undefined;
if (isMissing) it.skip(`not tried: ${whyNoCluster}`);

describe.skipIf(isMissing && !mustRun)("a memory in PostgreSQL", () => {
  let pool: pg.Pool;
  beforeAll(async () => {
    if (!given) {
      cluster = await Cluster.start();
      url = cluster.url;
    }
    pool = new pg.Pool({ connectionString: url });
    // It hears the errors of the pool too: a server may end a connection that is being closed.
    await migrate(pool);
  }, 180_000);

  afterAll(async () => {
    await pool?.end();
    await cluster?.remove();
  });

  const overStdio = async (name: string) => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const args = [bin, "--scope", name, "--history"];
    const env = { LEMBAS_POSTGRES_URL: url };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }),
    );
    onTestFinished(() => client.close());
    return client;
  };

  it("is served over stdio: two servers share a scope, and one is told of the other's changes", async () => {
    const name = scope("stdio");
    const [one, two, other] = await Promise.all([
      overStdio(name),
      overStdio(name),
      overStdio(scope("other")),
    ]);
    await one.subscribeResource({ uri: "memory://user" });
    let told = 0;
    one.setNotificationHandler("notifications/resources/updated", () => {
      told++;
    });
    expect(textOf(await add(two, "Prefers tea."))).toBe("Entry added. (0% — 12/1,375 chars)");
    await vi.waitFor(() => expect(told).toBe(1), 10_000);
    expect(await read(one)).toContain("Prefers tea.");
    expect(await read(other)).not.toContain("Prefers tea.");
    const undone = await one.callTool({ name: "memory_undo", arguments: { target: "user" } });
    expect(textOf(undone)).toContain('removed again "Prefers tea."');
    expect(await read(two)).not.toContain("Prefers tea.");
  });

  it("ends with 0 when its client has gone, and answers what came before", async () => {
    const child = spawn(process.execPath, [bin, "--scope", scope("gone")], {
      env: { ...process.env, LEMBAS_POSTGRES_URL: url },
    });
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    const capabilities = { protocolVersion: "2025-06-18", capabilities: {} };
    const messages = [
      {
        id: 1,
        method: "initialize",
        params: { ...capabilities, clientInfo: { name: "test", version: "1" } },
      },
      ...[2, 3, 4].map((id) => ({
        id,
        method: "tools/call",
        params: { name: "memory", arguments: { target: "user", action: "add", content: `fact ${id}` } },
      })),
    ];
    child.stdin.end(
      messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""),
    );
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(printed.match(/Entry added\./g)).toHaveLength(3);
  });

  it("is served over HTTP: each token has its own scope", async () => {
    const [first, second] = ["1".repeat(32), "2".repeat(32)];
    const file = await tokens(`${first} ${scope("first")}\n${second} ${scope("second")}\n`);
    const { child, said, ended } = await run(["--http", "0", "--token-file", file]);
    while (!said().includes("/mcp\n")) await once(child.stderr, "data");
    expect(said()).toContain("serving a scope for each token at http://127.0.0.1:");
    const open = async (token: string) => {
      const client = new Client({ name: "test", version: "1.0.0" });
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      const address = new URL(/http:\S+/.exec(said())?.[0] ?? "");
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
      return client;
    };
    const [one, two] = await Promise.all([open(first), open(second)]);
    const facts = Array.from({ length: 10 }, (_, index) => `fact ${index}`);
    await Promise.all(facts.flatMap((fact) => [add(one, `${fact} of one`), add(two, `${fact} of two`)]));
    for (const fact of facts) {
      expect(await read(one)).toContain(`${fact} of one`);
      expect(await read(two)).toContain(`${fact} of two`);
    }
    expect(await read(one)).not.toContain("of two");
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
  });

  it.each<[string, string[], string, string]>([
    ["a token without a scope", [], "1".repeat(32), "has a token without a scope, and --scope is not given"],
    ["a scope in both places", ["--scope", "a"], `${"1".repeat(32)} b`, "has scopes, and --scope is given"],
  ])("exits with 2 for %s", async (_, args, text, message) => {
    const file = await tokens(text);
    const { code, said } = await runCommandHere(["--http", "0", "--token-file", file, ...args], url);
    expect(said).toContain(message);
    expect(code).toBe(2);
  });

  it("exits with 2 where the tables are missing, and says why", async () => {
    await pool.query("DROP DATABASE IF EXISTS lembas_memory_mcp_bare");
    await pool.query("CREATE DATABASE lembas_memory_mcp_bare");
    const bare = new URL(url);
    bare.pathname = "/lembas_memory_mcp_bare";
    const { said, ended } = await run(["--scope", "a"], { LEMBAS_POSTGRES_URL: bare.href });
    expect((await ended)[0]).toBe(2);
    expect(said()).toMatch(/^lembas-memory-mcp: the database of LEMBAS_POSTGRES_URL cannot be used: .+\n$/);
    await pool.query("DROP DATABASE lembas_memory_mcp_bare");
  });
});

it("exits with 2 where the database is not there, and does not print its address", async () => {
  const address = "postgresql://user:secret@127.0.0.1:1/none";
  const { said, ended } = await run(["--scope", "a"], { LEMBAS_POSTGRES_URL: address });
  expect((await ended)[0]).toBe(2);
  expect(said()).toContain("the database of LEMBAS_POSTGRES_URL cannot be used: ");
  expect(said()).not.toContain("secret");
});
