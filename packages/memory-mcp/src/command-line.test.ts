import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endAfterUs } from "@lembas/build/after-end";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { runCommandLine } from "./command-line.js";
import { bin, killServers, openClient, startServer } from "./testing/processes.js";
import { runCommandHere } from "./testing/run-command-here.js";
import { serveHere, talkHere } from "./testing/serve-here.js";

let folder = "";
const clients: Client[] = [];
const servers: ReturnType<typeof serveHere>[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-mcp-"));
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) expect(await server.end()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

/** A client connected over a transport until the test is over, and what the tests ask it for. */
const clientOver = async (transport: Parameters<typeof openClient>[0]) => {
  const opened = await openClient(transport);
  clients.push(opened.client);
  return opened;
};

/** A server on the test's folder, a process of its own, and the official client that talks to it. */
const connect = () => clientOver(startServer(folder));

/** The command in this process on a folder, and the official client that talks to it. */
const connectHere = async (dir = folder, env: Record<string, string> = {}, ...more: string[]) => {
  const server = serveHere(["--dir", dir, ...more], env);
  servers.push(server);
  return { ...(await clientOver(server.transport)), log: server.log };
};

const entriesOf = async (file = "USER.md"): Promise<string[]> =>
  (await readFile(join(folder, file), "utf8")).trimEnd().split("\n§\n");

const run = async (args: string[], input = "", nodeArguments: string[] = []) => {
  const child = spawn(process.execPath, [...nodeArguments, bin, ...args]);
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
    ["a blank folder", ["--dir", " "], "--dir is blank"],
    ["no folder behind --dir", ["--dir"], "--dir"],
    ["an option that is none", ["--folder", "x"], "--folder"],
    ["more than an option", ["x"], "'x'"],
    ["two folders", ["--dir", "a", "--dir", "b"], "--dir is given 2 times: a memory has one folder\n"],
    [
      "a limit of no list",
      ["--dir", "a", "--limit", "notes=10"],
      "--limit must be a target (memory or user)",
    ],
    ["a limit of 0", ["--dir", "a", "--limit", "user=0"], "got user=0"],
    ["a limit of an object's own", ["--dir", "a", "--limit", "toString=10"], "got toString=10"],
    ["a limit alone", ["--dir", "a", "--limit", "3000"], "got 3000"],
    ["two addresses", ["--dir", "a", "--http", "1", "--http", "2"], "--http is given 2 times"],
    ["an address without a port", ["--dir", "a", "--http", "localhost"], "--http must be a port, or a host"],
    ["a port that is none", ["--dir", "a", "--http", "70000"], "--http must be a port, or a host"],
    ["HTTP without tokens", ["--dir", "a", "--http", "0"], "--token-file FILE is missing"],
    [
      "tokens without HTTP",
      ["--dir", "a", "--token-file", "b"],
      "--token-file and --allow-host are for --http",
    ],
    ["a folder and a scope", ["--dir", "a", "--scope", "b"], "--dir and --scope exclude each other"],
    ["a scope without a database", ["--scope", "b"], "--scope needs LEMBAS_POSTGRES_URL"],
    ["a blank scope", ["--scope", ""], "--scope is blank"],
  ])("exits with 2 for %s", async (_what, args, message) => {
    const { code, printed, said } = await runCommandHere(args);
    expect(said).toContain(message);
    expect(said).toContain("Usage: lembas-memory-mcp --dir DIR");
    expect(code).toBe(2);
    expect(printed).toBe("");
  });

  it.each([
    ["a file", bin],
    ["a folder below a file", join(bin, "memory")],
    ["S2: a place where no folder can be made", "/proc/nope"],
  ])("S5: exits with 2 for %s, and says why, and nothing else", async (_what, dir) => {
    const { code, printed, said } = await runCommandHere(["--dir", dir]);
    expect(said).toMatch(/^lembas-memory-mcp: --dir .* is not a folder, and cannot be made one: .*\n$/);
    expect(code).toBe(2);
    expect(printed).toBe("");
  });

  /** Root, whom no permissions bind, becomes the user nobody, who may not be allowed to start this Node himself. */
  const bound =
    process.getuid?.() === 0
      ? ["--import", "data:text/javascript,process.setgid(65534); process.setuid(65534);"]
      : [];

  it.skipIf(process.platform === "win32")(
    "S5: exits with 2 for a folder without permission, and says why",
    async () => {
      await chmod(folder, 0o555);
      const { code, said } = await run(["--dir", folder], "", bound);
      expect(said).toMatch(/^lembas-memory-mcp: --dir .* cannot be read and written: .*EACCES.*\n$/);
      expect(code).toBe(2);
    },
  );

  it.each([[5], [null], ["--dir"], [["--dir", 5]]])(
    "throws for arguments that are none: %j",
    async (args) => {
      await expect(runCommandLine(args as never)).rejects.toThrow("args must be a list of strings; got ");
    },
  );

  it("is a program, which ends with its exit code", async () => {
    expect(await run(["--dir", bin])).toMatchObject({
      code: 2,
      printed: "",
      said: expect.stringContaining("is not a folder"),
    });
  });

  it("helps", async () => {
    const [help, short] = await Promise.all([run(["--help"]), runCommandHere(["-h"])]);
    expect(help).toEqual({ code: 0, said: "", printed: expect.stringMatching(/^Usage: /) });
    expect(short).toEqual(help);
    expect(await runCommandHere(["--version"])).toEqual({
      code: 0,
      said: "",
      printed: `${manifest.version}\n`,
    });
  });

  it("makes the folder for its owner alone, below the home folder where it says ~", async () => {
    const { add, log } = await connectHere("~/new/memory", { HOME: folder });
    const made = join(folder, "new", "memory");
    expect((await stat(made)).mode & 0o777).toBe(0o700);
    expect(await add("Prefers tea.")).toBe("Entry added. (0% — 12/1,375 chars)");
    expect(await readFile(join(made, "USER.md"), "utf8")).toBe("Prefers tea.\n");
    expect(log()).toContain(`serving ${made}\n`);
  });

  it.skipIf(process.platform === "win32")(
    "S3: flushes the folders that get a new name when it makes its own",
    async () => {
      const watch =
        "import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';" +
        "const { openSync, fsync } = fs; const paths = new Map();" +
        "fs.openSync = (...given) => { const file = openSync(...given); paths.set(file, given[0]); return file; };" +
        "fs.fsync = (file, ...more) => { process.stderr.write('flushed ' + paths.get(file) + '\\n'); return fsync(file, ...more); };" +
        "syncBuiltinESMExports();";
      const begin = ["--import", `data:text/javascript,${encodeURIComponent(watch)}`];
      const dir = join(folder, "new", "memory");
      const { said } = await run(["--dir", dir], "", begin);
      expect(said.match(/(?<=^flushed ).*$/gmu)).toEqual([folder, join(folder, "new")]);
    },
  );

  it("ends with 0 when its client has gone, and answers what came before", async () => {
    const input = `no JSON\n${hello}${callLine(2, { target: "user", action: "add", content: "Prefers tea." })}`;
    const { code, printed, said } = await run(["--dir", folder], input);
    const answers = answersOf(printed);
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[1]?.result).toMatchObject({ content: [{ text: "Entry added. (0% — 12/1,375 chars)" }] });
    expect(said).toContain("no JSON");
    expect(code).toBe(0);
    expect(await readdir(folder)).toEqual(["USER.md"]);
  });
});

const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;

const hello = line({
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

const callLine = (id: number | string, toolArguments: unknown): string =>
  line({ id, method: "tools/call", params: { name: "memory", arguments: toolArguments } });

const answersOf = (printed: string): { id: unknown; result?: unknown; error?: { message: string } }[] =>
  printed
    .trimEnd()
    .split("\n")
    .map((one) => JSON.parse(one));

describe("S5: messages that no client should send", () => {
  it("one above 10 MB has an answer, and the server goes on", async () => {
    const large = { content: "x".repeat(11_000_000), id: 7, nested: [{ id: 8 }] };
    const input = `${hello}${callLine("two", large)}${callLine(3, { action: "add", content: "Uses Debian." })}`;
    const { code, printed, said } = await run(["--dir", folder], input);
    const answers = answersOf(printed);
    expect(answers.map(({ id }) => id)).toEqual([1, "two", 3]);
    expect(answers[1]?.error?.message).toBe("the message is longer than 10000000 bytes, and was not taken");
    expect(JSON.stringify(answers[2])).toContain("Entry added.");
    expect(said).toContain("longer than 10000000 bytes");
    expect(code).toBe(0);
  });

  it("lines that are JSON and no message are told in a sentence each, and the server goes on", async () => {
    const odd = [
      "[]",
      "{}",
      "5",
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      "no json",
    ];
    const input = `${hello}${odd.join("\n")}\n${callLine(3, { action: "add", content: "Uses Debian." })}`;
    const { code, printed, said } = await talkHere(["--dir", folder], input, 2);
    expect(answersOf(printed).map(({ id }) => id)).toEqual([1, 3]);
    const told = said
      .trimEnd()
      .split("\n")
      .filter((text) => !text.includes("serving"));
    const sentence = "lembas-memory-mcp: a line is JSON, but no message of JSON-RPC 2.0, and was not taken";
    expect(told.slice(0, 5)).toEqual(Array(5).fill(sentence));
    expect(told.slice(5)).toEqual([
      expect.stringMatching(/^lembas-memory-mcp: a line is not JSON, and was not taken: /),
    ]);
    expect(code).toBe(0);
  });

  it("one without an end is answered too, and does not take the memory of the machine", async () => {
    const { code, printed } = await talkHere(["--dir", folder], "x".repeat(50_000_000), 1);
    expect(answersOf(printed)).toMatchObject([{ id: null, error: { code: -32600 } }]);
    expect(code).toBe(0);
  });

  it("arguments that are no object have a sentence as their answer", async () => {
    const given: [toolArguments: unknown, answer: string][] = [
      ["add tea", "Refused: Nothing to do"],
      [[{ action: "add" }], "Refused: Nothing to do"],
      ['{"action":"add","content":"Uses Debian."}', "Entry added."],
      [null, "Refused: Nothing to do"],
      [5, "Refused: Nothing to do"],
    ];
    const calls = given.map(([toolArguments], index) => callLine(`call ${index}`, toolArguments));
    const { printed } = await talkHere(["--dir", folder], `${hello}${calls.join("")}`, 6);
    const answers = answersOf(printed);
    for (const [index, [, answer]] of given.entries()) {
      const { result } = answers.find(({ id }) => id === `call ${index}`) ?? {};
      expect(result).toMatchObject({ content: [{ text: expect.stringContaining(answer) }] });
    }
    expect(printed).not.toContain("invalid_type");
  });
});

describe.skipIf(process.platform === "win32")("S4: pipes that are closed", () => {
  const start = () => {
    const child = spawn(process.execPath, [bin, "--dir", folder]);
    child.stdin.on("error", () => {});
    return child;
  };

  it("ends when nobody reads its answers any more, though its input stays open", async () => {
    const child = start();
    child.stdin.write(hello);
    await once(child.stdout, "data");
    child.stdout.destroy();
    child.stdin.write(callLine(2, { action: "add", content: "Uses Debian." }));
    const [code] = await once(child, "close");
    expect(code).toBe(0);
  });

  it("lives on when nobody hears what it says on standard error", async () => {
    const child = start();
    await once(child.stderr, "data");
    child.stderr.destroy();
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    // Each line that is no message is said on standard error.
    child.stdin.end(
      `no JSON\nnor this\n${hello}no JSON\n${callLine(2, { action: "add", content: "Uses Debian." })}`,
    );
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(printed).toContain("Entry added.");
  });
});

describe("what a person switches on", () => {
  it("--read-only leaves out what changes", async () => {
    await writeFile(join(folder, "USER.md"), "Prefers tea.\n");
    const { client, use } = await connectHere(folder, {}, "--read-only", "--history");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "memory_read",
      "memory_history",
    ]);
    await expect(use("memory", { target: "user", action: "add", content: "x" })).rejects.toThrow(
      "there is no tool memory; there are memory_read, memory_history",
    );
    await expect(use("memory_undo", { target: "user" })).rejects.toThrow("there is no tool memory_undo");
    expect(await use("memory_read", { target: "user" })).toContain("Prefers tea.");
    expect(client.getInstructions()).not.toContain("Change it");
    expect(await readdir(folder)).toEqual(["USER.md"]);
  });

  it("--limit says how many characters a list may have", async () => {
    const { add, use } = await connectHere(folder, {}, "--limit", "user=20", "--limit", "memory=30");
    expect(await add("Prefers tea.")).toBe("Entry added. (60% — 12/20 chars)");
    expect(await add("Lives in Oslo.")).toContain("Refused: The user profile would be 29/20 chars.");
    expect(await use("memory", { action: "add", content: "a" })).toBe("Entry added. (3% — 1/30 chars)");
  });

  it("--history shows the last changes, and takes them back", async () => {
    const { client, add, use, block } = await connectHere(folder, {}, "--history");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "memory",
      "memory_read",
      "memory_history",
      "memory_undo",
    ]);
    expect(await use("memory_history", { target: "user" })).toBe("No change of user is kept.");
    await add("Prefers tea.");
    await use("memory", { target: "user", action: "replace", old_text: "tea", content: "Prefers\nmate." });
    const time = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";
    expect(await use("memory_history", { target: " User" })).toMatch(
      new RegExp(
        `^${time}\nremoved "Prefers tea\\."\nadded "Prefers\\\\nmate\\."\n${time}\nadded "Prefers tea\\."$`,
      ),
    );
    expect(await use("memory_undo", { target: "user" })).toMatch(
      new RegExp(
        `^The change of user at ${time} was taken back\\.\nremoved again "Prefers\\\\nmate\\."\nback again "Prefers tea\\."$`,
      ),
    );
    expect(await block()).toContain("~~~\nPrefers tea.\n~~~");
    expect(await use("memory_undo", { target: "user" })).toContain('removed again "Prefers tea."');
    expect(await use("memory_undo", { target: "user" })).toMatch(
      /^Refused: no change of user can be taken back/,
    );
    expect(await use("memory_undo")).toBe("Refused: name a target: memory or user.");
    expect(await use("memory_history", { target: "notes" })).toBe("Refused: name a target: memory or user.");
    for (let fact = 0; fact < 22; fact++) await add(`Fact ${fact}.`);
    expect(await use("memory_history", { target: "user" })).toMatch(/\n\(2 earlier\)$/);
  });
});

describe("a memory over stdio", () => {
  it("lists, calls, reads", async () => {
    const { client, call, add, block } = await connectHere();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["memory", "memory_read"]);
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
    const { client, add, call, block } = await connectHere();
    await add("Prefers tea.");
    await client.subscribeResource({ uri: "memory://user" });
    const told = new Promise<string>((resolve) => {
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri));
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
    const { client, add, block } = await connectHere(dir);
    await add("Prefers tea.");
    await client.subscribeResource({ uri: "memory://user" });
    let told = 0;
    client.setNotificationHandler("notifications/resources/updated", () => {
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
    const { add, client } = await connectHere();
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
      one.client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
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

  it("a killed server leaves what it said, whole, and the next one goes on", () => killServers(folder, 2));
});

describe("a memory over HTTP", () => {
  const token = "t".repeat(40);

  /** A file of tokens. */
  const tokenFile = async (text = `${token}\n`, mode = 0o600): Promise<string> => {
    const path = join(folder, "tokens");
    await writeFile(path, text);
    await chmod(path, mode);
    return path;
  };

  const serve = async (...args: string[]) => {
    const child = spawn(process.execPath, [bin, ...args]);
    endAfterUs(child);
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    while (!said.includes("/mcp\n")) await once(child.stderr, "data");
    const open = async () => {
      const client = new Client({ name: "test", version: "1.0.0" });
      clients.push(client);
      const headers = { authorization: `Bearer ${token}` };
      const url = new URL(/http:\S+/.exec(said)?.[0] ?? "");
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      return client;
    };
    const end = async (): Promise<number | null> => {
      child.kill("SIGTERM");
      const [code] = await once(child, "close");
      return code;
    };
    return { open, end, said: () => said };
  };

  it("serves a folder to several clients until it is told to end, and tells nothing of what they say", async () => {
    const dir = join(folder, "memory");
    const server = await serve("--dir", dir, "--http", "0", "--token-file", await tokenFile(), "--history");
    const [one, two] = await Promise.all([server.open(), server.open()]);
    const facts = Array.from({ length: 10 }, (_, index) => `fact ${index}`);
    await Promise.all(
      facts.map((content, index) =>
        [one, two][index % 2]?.callTool({
          name: "memory",
          arguments: { target: "user", action: "add", content },
        }),
      ),
    );
    const { tools } = await two.listTools();
    expect(tools.map(({ name }) => name)).toContain("memory_undo");
    expect((await readFile(join(dir, "USER.md"), "utf8")).trimEnd().split("\n§\n").sort()).toEqual(facts);
    expect(await server.end()).toBe(0);
    expect(server.said()).toBe(
      `lembas-memory-mcp: serving ${dir} at ${/http:\S+/.exec(server.said())?.[0]}\n`,
    );
    expect(server.said()).toMatch(/ at http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
  });

  it("says so where it can be reached from elsewhere", async () => {
    const server = await serve("--dir", folder, "--http", "0.0.0.0:0", "--token-file", await tokenFile());
    expect(server.said()).toContain("tokens and facts go over the network as they are");
    expect(await server.end()).toBe(0);
  });

  it.each<[string, string, number, string]>([
    ["no token", "", 0o600, "it has no token"],
    ["a token that is short", "secret\n", 0o600, "line 1 is not a token of at least 32"],
    ["a scope, for a folder", `${token} agent-1\n`, 0o600, "has scopes: a folder has none"],
  ])("exits with 2 for a file of tokens with %s", async (_, content, mode, message) => {
    const file = await tokenFile(content, mode);
    const { code, said } = await runCommandHere(["--dir", folder, "--http", "0", "--token-file", file]);
    expect(said).toContain(`lembas-memory-mcp: --token-file ${file}`);
    expect(said).toContain(message);
    expect(said).not.toContain("secret");
    expect(code).toBe(2);
  });

  it.skipIf(process.platform === "win32")(
    "exits with 2 for a file of tokens that others may read",
    async () => {
      const file = await tokenFile(`${token}\n`, 0o644);
      const { code, said } = await runCommandHere(["--dir", folder, "--http", "0", "--token-file", file]);
      expect(said).toContain("it has the mode 0644, so that others may use it: chmod 600");
      expect(code).toBe(2);
    },
  );
});
