import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { runCommandLine } from "./command-line.js";

/** The command as npm installs it; it runs what `pnpm build` has made. */
const bin = fileURLToPath(new URL("../bin.js", import.meta.url));

let folder = "";
const clients: Client[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-mcp-"));
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server on the test's folder, and the official client that talks to it. */
const connect = async (dir = folder, env: Record<string, string> = {}) => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "--dir", dir],
    env,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  clients.push(client);
  let log = "";
  transport.stderr?.on("data", (chunk) => {
    log += chunk;
  });
  await client.connect(transport);
  const call = async (toolArguments: Record<string, unknown>): Promise<string> => {
    const { content } = await client.callTool({ name: "memory", arguments: toolArguments });
    return Array.isArray(content) ? content[0].text : "";
  };
  const add = (content: string) => call({ target: "user", action: "add", content });
  const block = async () => {
    const [content] = (await client.readResource({ uri: "memory://user" })).contents;
    return content && "text" in content ? content.text : "";
  };
  return { client, transport, call, add, block, log: () => log };
};

const entriesOf = async (file = "USER.md"): Promise<string[]> =>
  (await readFile(join(folder, file), "utf8")).trimEnd().split("\n§\n");

const run = async (args: string[], input = "") => {
  const child = spawn(process.execPath, [bin, ...args]);
  let printed = "";
  let said = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  // A server that has ended does not read the rest.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, printed, said };
};

describe("the command line", () => {
  it.each([
    ["nothing", [], "--dir DIR is missing: the folder of the memory\n"],
    ["a blank folder", ["--dir", " "], "--dir DIR is missing"],
    ["no folder behind --dir", ["--dir"], "--dir"],
    ["an option that is none", ["--folder", "x"], "--folder"],
    ["more than an option", ["x"], "'x'"],
    ["a file", ["--dir", bin], `--dir ${bin} is not a folder, and cannot be made one`],
    ["a folder below a file", ["--dir", join(bin, "memory")], "is not a folder, and cannot be made one"],
  ])("exits with 2 for %s", async (_what, args, message) => {
    const { code, printed, said } = await run(args);
    expect(said).toContain(message);
    expect(said).toContain("Usage: lembas-memory-mcp --dir DIR");
    expect(code).toBe(2);
    expect(printed).toBe("");
  });

  it.skipIf(process.getuid?.() === 0)("exits with 2 for a folder that cannot be written", async () => {
    const { code, said } = await run(["--dir", "/"]);
    expect(said).toContain("--dir / cannot be read and written");
    expect(code).toBe(2);
  });

  it.each([[5], [null], ["--dir"], [["--dir", 5]]])(
    "throws for arguments that are none: %j",
    async (args) => {
      await expect(runCommandLine(args as never)).rejects.toThrow("args must be a list of strings; got ");
    },
  );

  it("helps", async () => {
    expect(await run(["--help"])).toMatchObject({
      code: 0,
      said: "",
      printed: expect.stringMatching(/^Usage: /),
    });
    expect(await run(["--version"])).toEqual({ code: 0, said: "", printed: `${manifest.version}\n` });
  });

  it("makes the folder for its owner alone, below the home folder where it says ~", async () => {
    const { add, log } = await connect("~/new/memory", { HOME: folder });
    const made = join(folder, "new", "memory");
    expect((await stat(made)).mode & 0o777).toBe(0o700);
    expect(await add("Prefers tea.")).toBe("Entry added. (0% — 12/1,375 chars)");
    expect(await readFile(join(made, "USER.md"), "utf8")).toBe("Prefers tea.\n");
    expect(log()).toContain(`serving ${made}\n`);
  });

  it("ends with 0 when its client has gone, and answers what came before", async () => {
    const request = (id: number, method: string, params = {}) =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
    const hello = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    };
    const call = { name: "memory", arguments: { target: "user", action: "add", content: "Prefers tea." } };
    const input = `no JSON\n${request(1, "initialize", hello)}${request(2, "tools/call", call)}`;
    const { code, printed, said } = await run(["--dir", folder], input);
    const answers = printed
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[1].result.content[0].text).toBe("Entry added. (0% — 12/1,375 chars)");
    expect(said).toContain("no JSON");
    expect(code).toBe(0);
    expect(await readdir(folder)).toEqual(["USER.md"]);
  });
});

it("ends for a message without an end, and not with the memory of the machine", async () => {
  const { code, printed, said } = await run(["--dir", folder], "x".repeat(50_000_000));
  expect(said).toMatch(/serving .*\n.*exceed/is);
  expect(printed).toBe("");
  expect(code).toBe(0);
});

describe("a memory over stdio", () => {
  it("lists, calls, reads", async () => {
    const { client, call, add, block } = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["memory"]);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      "memory://memory",
      "memory://user",
    ]);
    expect(await block()).toBe("[The user profile · 0% — 0/1,375 chars]\n(empty)");
    expect(await add("Prefers tea.")).toBe("Entry added. (0% — 12/1,375 chars)");
    expect(await block()).toBe("[The user profile · 0% — 12/1,375 chars]\n~~~\nPrefers tea.\n~~~");
    expect(await call({ target: "user", action: "remove", old_text: "coffee" })).toBe(
      'Refused: no entry contains "coffee".\n0% — 12/1,375 chars\nEntries now:\n~~~\nPrefers tea.\n~~~',
    );
    expect(await entriesOf()).toEqual(["Prefers tea."]);
    expect((await stat(join(folder, "USER.md"))).mode & 0o777).toBe(0o600);
  });

  it("sees what a person writes between two calls, and tells of it", async () => {
    const { client, add, call, block } = await connect();
    await add("Prefers tea.");
    await client.subscribeResource({ uri: "memory://user" });
    const told = new Promise<string>((resolve) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
    });
    await appendFile(join(folder, "USER.md"), "§\nLives in Oslo.\n");
    expect(await told).toBe("memory://user");
    expect(await block()).toContain("Lives in Oslo.");
    expect(
      await call({ target: "user", action: "replace", old_text: "Oslo", content: "Lives in Bergen." }),
    ).toMatch(/^Entry replaced\./);
    expect(await entriesOf()).toEqual(["Prefers tea.", "Lives in Bergen."]);
  });

  it("serves and tells of a folder that was removed and made again", async () => {
    const dir = join(folder, "memory");
    const { client, add, block } = await connect(dir);
    await add("Prefers tea.");
    await client.subscribeResource({ uri: "memory://user" });
    let told = 0;
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => {
      told++;
    });
    await rm(dir, { recursive: true });
    await vi.waitFor(() => expect(told).toBe(1), 5_000);
    expect(await block()).toBe("[The user profile · 0% — 0/1,375 chars]\n(empty)");
    await mkdir(dir);
    await writeFile(join(dir, "USER.md"), "Lives in Oslo.\n");
    await vi.waitFor(() => expect(told).toBe(2), 5_000);
    await appendFile(join(dir, "USER.md"), "§\nWorks in Rust.\n");
    await vi.waitFor(() => expect(told).toBe(3), 5_000);
    await rm(dir, { recursive: true });
    expect(await add("Prefers mate.")).toBe("Entry added. (0% — 13/1,375 chars)");
    expect(await readFile(join(dir, "USER.md"), "utf8")).toBe("Prefers mate.\n");
  });

  it("says which target cannot be read, and not where it is", async () => {
    await writeFile(join(folder, "USER.md"), Uint8Array.of(0xff, 0xfe, 0xff));
    const { add, client } = await connect();
    const text = await add("x");
    expect(text).toMatch(/^The memory failed: .*user/);
    expect(text).not.toContain(folder);
    expect(client.getInstructions()).toContain("\n\n[The user profile · cannot be read]");
    expect(await readFile(join(folder, "USER.md"))).toEqual(Buffer.of(0xff, 0xfe, 0xff));
  });

  it("gives the memory of earlier sessions with its instructions", async () => {
    const first = await connect();
    await first.add("Prefers tea.");
    await first.client.close();
    const second = await connect();
    expect(second.client.getInstructions()).toContain("~~~\nPrefers tea.\n~~~");
  });

  it("two servers on one folder lose nothing, and each tells of the other's changes", async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    await one.client.subscribeResource({ uri: "memory://user" });
    const told = new Promise<string>((resolve) => {
      one.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
        resolve(params.uri),
      );
    });
    await two.add("fact zero");
    expect(await told).toBe("memory://user");
    const facts = Array.from({ length: 20 }, (_, index) => `fact ${index}`);
    const answers = await Promise.all(
      facts.flatMap((fact) => [one.add(`${fact} of one`), two.add(`${fact} of two`)]),
    );
    expect(answers.filter((text) => !text.startsWith("Entry added."))).toEqual([]);
    const expected = ["fact zero", ...facts.flatMap((fact) => [`${fact} of one`, `${fact} of two`])];
    expect((await entriesOf()).sort()).toEqual(expected.sort());
  });

  it("a killed server leaves what it said, whole, and the next one goes on", async () => {
    const kept: string[] = [];
    for (let round = 0; round < 5; round++) {
      const { add, client, transport } = await connect();
      const gone = new Promise<void>((resolve) => {
        client.onclose = resolve;
      });
      const calls = Array.from({ length: 10 }, async (_, index) => {
        const fact = `${round}.${index}`;
        if ((await add(fact)).startsWith("Entry added.")) kept.push(fact);
      });
      await Promise.race(calls);
      if (transport.pid === null) throw new Error("the server is gone before it was killed");
      process.kill(transport.pid, "SIGKILL");
      await Promise.allSettled(calls);
      await gone;
    }
    expect(kept.length).toBeGreaterThanOrEqual(5);
    const { add } = await connect();
    expect(await add("after")).toMatch(/^Entry added\./);
    const entries = await entriesOf();
    expect(new Set(entries).size).toBe(entries.length);
    expect(entries).toEqual(expect.arrayContaining([...kept, "after"]));
    for (const entry of entries) expect(entry).toMatch(/^(\d\.\d|after)$/);
    expect(existsSync(join(folder, "MEMORY.md"))).toBe(false);
  });
});
