import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject } from "@lembas/arguments";
import {
  type ApiRequest,
  blocksOf,
  type Reply,
  type ScriptedApi,
  startApi,
} from "@lembas/build/scripted-api";
import { describe, expect, it } from "vitest";
import { findProgram, type Home, makeHome, type RunOptions, runProgram } from "./testing/program.js";
import { readNote, readShown, type SeenRead } from "./testing/read-note.js";
import { readOutputs } from "./testing/read-outputs.js";

const program = findProgram();
const bin = fileURLToPath(new URL("../bin.js", import.meta.url));
const own = dirname(bin);

/** What one prompt makes the scripted model do: calls, step by step. */
type Plan = readonly (readonly { readonly name: string; readonly input: object }[])[];

const textOf = (block: JsonObject): string => {
  const { content, text } = block;
  if (typeof text === "string") return text;
  if (typeof content === "string") return content;
  return Array.isArray(content) ? blocksOf([{ content }]).map(textOf).join("\n") : "";
};

const source = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, index) => `const value${index + 1} = compute(${index + 1}); // line ${index + 1}`,
  );

/** A home in which the program runs against a script, and what it sent. */
class World {
  readonly home: Home = makeHome();
  readonly file: string = join(this.home.project, "app.ts");
  readonly #plans = new Map<string, Plan[number][]>();
  #api: ScriptedApi | undefined;

  async start(tokens: () => number = () => 1000): Promise<this> {
    this.write(source(120));
    this.#api = await startApi((request): Reply => {
      const asked = blocksOf(request.messages, "user")
        .map(textOf)
        .filter((text) => /^(?:TASK|SUBTASK) /.test(text));
      if (textOf(blocksOf(request.messages).at(-1) ?? {}).includes("TEXT ONLY"))
        return { text: "<summary>All is well.</summary>" };
      const calls = this.#plans.get(asked.at(-1) ?? "")?.shift();
      return calls === undefined ? { text: "done", tokens: tokens() } : { calls, tokens: tokens() };
    });
    return this;
  }

  write(lines: readonly string[]): void {
    writeFileSync(this.file, `${lines.join("\n")}\n`);
  }

  get lines(): string[] {
    return readFileSync(this.file, "utf8").split("\n");
  }

  get requests(): readonly ApiRequest[] {
    return this.#api?.requests ?? [];
  }

  plan(prompt: string, plan: Plan): void {
    this.#plans.set(prompt, [...plan]);
  }

  lembas(...args: string[]): string {
    return execFileSync(process.execPath, [bin, ...args], {
      cwd: this.home.project,
      env: this.home.env,
      encoding: "utf8",
    });
  }

  read(offset?: number, limit?: number, file = this.file): Plan[number][number] {
    return { name: "Read", input: { file_path: file, ...(offset && { offset }), ...(limit && { limit }) } };
  }

  bash(command: string, more: object = {}): Plan[number][number] {
    return { name: "Bash", input: { command, ...more } };
  }

  async run(prompt: string, plan: Plan, options: RunOptions = {}): Promise<void> {
    if ("reason" in program) throw new Error(program.reason);
    this.plan(prompt, plan);
    const { code, said, printed } = await runProgram(program.path, this.home, prompt, {
      ...options,
      env: { ANTHROPIC_BASE_URL: this.#api?.address ?? "", ...options.env },
    });
    if (options.signal === undefined && code !== 0)
      throw new Error(`the program ended with ${code}: ${said}${printed}`);
  }
}

/** A call with its result, as the last request that had it shows them. */
interface Answered {
  readonly call: JsonObject;
  readonly result: JsonObject;
  readonly note: string | undefined;
}

const NOTE =
  /(?:^|<system-reminder>\n)PostToolUse:Read hook additional context: (This Read shows .*? every line\.)/s;

/** The calls of a request with their results; each is answered once, right behind its message. */
const answeredOf = ({ messages }: ApiRequest): Answered[] => {
  const answered: Answered[] = [];
  for (const [index, message] of messages.entries()) {
    const calls = blocksOf([message]).filter(({ type }) => type === "tool_use");
    if (calls.length === 0) continue;
    const next = messages.slice(index + 1);
    const results = blocksOf(next.slice(0, 1)).filter(({ type }) => type === "tool_result");
    expect(results.map((result) => result["tool_use_id"]).sort()).toEqual(calls.map(({ id }) => id).sort());
    // The program says what hooks add in the result, or in a message behind it.
    const behind = next.slice(1).findIndex((other) => other["role"] === "assistant");
    const beside = blocksOf(next.slice(1, behind === -1 ? undefined : behind + 1)).map(textOf);
    const notes = beside.flatMap((text) => NOTE.exec(text)?.[1] ?? []);
    for (const call of calls) {
      const result = results.find((other) => other["tool_use_id"] === call["id"]) ?? {};
      const inside = NOTE.exec(textOf(result))?.[1];
      answered.push({ call, result, note: inside ?? (calls.length === 1 ? notes[0] : undefined) });
    }
  }
  return answered;
};

const inputOf = ({ call }: Answered): JsonObject => (isJsonObject(call["input"]) ? call["input"] : {});

/** The Reads of a request, each as a model would read it: with its note, all lines that it asked for. */
const readAll = (
  request: ApiRequest,
): (SeenRead & { readonly whole: ReadonlyMap<number, string>; readonly note: string | undefined })[] => {
  const seen: (SeenRead & {
    readonly whole: ReadonlyMap<number, string>;
    readonly note: string | undefined;
  })[] = [];
  for (const answered of answeredOf(request)) {
    if (answered.call["name"] !== "Read" || answered.result["is_error"] === true) continue;
    const { file_path: path, offset, limit } = inputOf(answered);
    const shown = readShown(textOf(answered.result));
    if (typeof path !== "string" || shown.size === 0) continue;
    const read = {
      tool: "Read",
      path,
      offset: typeof offset === "number" ? offset : undefined,
      limit: typeof limit === "number" ? limit : undefined,
      shown,
    };
    const { note } = answered;
    seen.push({ ...read, note, whole: note === undefined ? shown : readNote(note, shown, path, seen) });
  }
  return seen;
};

/** The lines of a window, by their numbers. */
const windowOf = (lines: readonly string[], offset = 1, limit = lines.length): [number, string][] =>
  lines.slice(offset - 1, offset - 1 + limit).map((line, index) => [offset + index, line]);

const MCP_SERVER = `
import { createInterface } from "node:readline";
const send = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "items", version: "1" } });
  } else if (method === "tools/list") {
    send(id, { tools: [{ name: "list", inputSchema: { type: "object", properties: { count: { type: "number" } } } }] });
  } else if (method === "tools/call") {
    const text = Array.from({ length: params.arguments.count }, (_, i) => "item " + (i + 1) + " of all that there are").join("\\n");
    send(id, { content: [{ type: "text", text }, { type: "text", text: "the end" }] });
  } else if (id !== undefined) send(id, {});
});
`;

const models = ["claude-opus-5-5", "claude-sonnet-4-6"];

describe.skipIf("reason" in program)("Claude Code, with the hook", () => {
  it.each(models)("shows what is new, and each line under its own number: %s", async (model) => {
    const world = await new World().start();
    const before = readdirSync(world.home.configuration);
    world.lembas("install");
    const args = ["--model", model];
    const first = world.lines;
    await world.run(
      "TASK one",
      [
        [world.read(1, 60)],
        [world.read(41, 60)],
        [world.read()],
        [
          {
            name: "Edit",
            input: { file_path: world.file, old_string: "compute(50);", new_string: "compute(fifty);" },
          },
        ],
        [world.read(30, 60)],
        [world.read(30, 60)],
      ],
      { args },
    );
    const request = world.requests.at(-1);
    if (!request) throw new Error("nothing was sent");
    const reads = readAll(request);
    const now = world.lines;
    expect(now[49]).toContain("fifty");
    expect(reads.map(({ whole }) => [...whole])).toEqual([
      windowOf(first, 1, 60),
      windowOf(first, 41, 60),
      windowOf(first),
      windowOf(now, 30, 60),
      windowOf(now, 30, 60),
    ]);
    expect(reads.map(({ shown }) => shown.size)).toEqual([60, 40, 21, 1, 60]);
    expect(answeredOf(request)[3]?.result["is_error"]).not.toBe(true);

    // After resuming: what stands above is named, and the file can be edited.
    await world.run(
      "TASK two",
      [
        [world.read(90, 31)],
        [
          {
            name: "Edit",
            input: { file_path: world.file, old_string: "compute(100);", new_string: "compute(hundred);" },
          },
        ],
      ],
      { args: [...args, "--continue"] },
    );
    const resumed = world.requests.at(-1);
    if (!resumed) throw new Error("nothing was sent");
    expect(readAll(resumed).at(-1)?.note).toContain("shows line 90.");
    expect([...(readAll(resumed).at(-1)?.whole ?? [])]).toEqual(windowOf(now, 90, 31));
    expect(world.lines[99]).toContain("hundred");

    // A fork begins with the same.
    await world.run("TASK three", [[world.read(60, 30)]], {
      args: [...args, "--continue", "--fork-session"],
    });
    expect(readAll(world.requests.at(-1) ?? resumed).at(-1)?.note).toContain("shows line 60.");

    // After a compaction nothing stands above.
    await world.run("/compact", [], { args: [...args, "--continue"] });
    await world.run("TASK four", [[world.read(1, 60)], [world.read(1, 80)]], {
      args: [...args, "--continue"],
    });
    const compacted = readAll(world.requests.at(-1) ?? resumed);
    expect(compacted.map(({ shown, note }) => [shown.size, note === undefined])).toEqual([
      [60, true],
      [20, false],
    ]);

    // What was sent stays as it was sent.
    for (const [index, { messages }] of world.requests.slice(1).entries()) {
      const earlier = world.requests[index]?.messages ?? [];
      const results = (list: readonly JsonObject[]) =>
        blocksOf(list).filter(({ type }) => type === "tool_result");
      const sent = new Map(results(earlier).map((result) => [result["tool_use_id"], textOf(result)]));
      for (const result of results(messages)) {
        const was = sent.get(result["tool_use_id"]);
        if (was !== undefined) expect(textOf(result)).toBe(was);
      }
    }

    world.lembas("uninstall");
    expect(readdirSync(world.home.configuration)).toEqual(expect.arrayContaining(before));
    expect(readdirSync(world.home.configuration)).not.toContain("lembas");
    expect(readdirSync(world.home.configuration)).not.toContain("settings.json");
  });

  it("leaves everything else as it is without the hook", async () => {
    const run = async (isOff: boolean) => {
      const world = await new World().start();
      world.lembas("install");
      const image = Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      );
      writeFileSync(join(world.home.project, "dot.png"), image);
      world.plan("SUBTASK read", [[world.read(1, 50)], [world.read(31, 50)]]);
      await world.run(
        "TASK all",
        [
          [world.read(undefined, undefined, join(world.home.project, "dot.png"))],
          [world.read(undefined, undefined, join(world.home.project, "none.ts"))],
          [world.bash("seq 1 30; exit 3")],
          [world.bash("sleep 1; seq 1 30", { run_in_background: true })],
          [world.bash("seq 1 20000")],
          [
            {
              name: "Write",
              input: { file_path: join(world.home.project, "new.ts"), content: "export {};\n" },
            },
          ],
          [
            {
              name: "Agent",
              input: {
                description: "read",
                prompt: "SUBTASK read",
                subagent_type: "general-purpose",
                run_in_background: false,
              },
            },
          ],
          [world.read(1, 50)],
          [world.read(31, 50), world.read(21, 70)],
        ],
        { args: ["--model", "claude-opus-5-5"], ...(isOff && { env: { LEMBAS_OFF: "1" } }) },
      );
      return world;
    };
    const on = await run(false);
    const off = await run(true);
    const lastOf = (world: World, start: string): ApiRequest => {
      const own = world.requests.filter(({ messages }) =>
        blocksOf(messages).some((block) => textOf(block).startsWith(start)),
      );
      const last = own.at(-1);
      if (!last) throw new Error(`nothing was sent with ${start}`);
      return last;
    };
    const simple = (world: World, text: string): string =>
      text
        .replaceAll(dirname(world.home.project), "")
        .replaceAll(
          /[0-9a-f]{8}-[0-9a-f-]{27}|\bb[0-9a-z]{8}\b|a[0-9a-f]{16}|-tmp-lembas-[A-Za-z0-9]+|duration_ms: \d+/g,
          "…",
        );
    const [main, plain] = [answeredOf(lastOf(on, "TASK all")), answeredOf(lastOf(off, "TASK all"))];
    expect(main.slice(0, 8).map(({ result }) => simple(on, textOf(result)))).toEqual(
      plain.slice(0, 8).map(({ result }) => simple(off, textOf(result))),
    );
    // The main conversation does not show what the subagent read; calls made side by side do not know each other.
    const { lines } = on;
    expect(readAll(lastOf(on, "TASK all")).map(({ shown }) => shown.size)).toEqual([50, 30, 40]);
    const sub = readAll(lastOf(on, "SUBTASK read"));
    expect(sub.map(({ shown }) => shown.size)).toEqual([50, 30]);
    expect(sub.map(({ whole }) => [...whole])).toEqual([windowOf(lines, 1, 50), windowOf(lines, 31, 50)]);
  });

  it.each(models)("names what outputs above show, of commands and of MCP tools: %s", async (model) => {
    const world = await new World().start();
    world.lembas("install", "--log");
    const script = join(world.home.project, "test.sh");
    const server = join(world.home.project, "server.mjs");
    writeFileSync(
      script,
      'for i in $(seq 1 20); do echo "ok $i - test number $i passes"; done; printf "\\033[32m$1\\033[0m\\n"\n',
    );
    writeFileSync(server, MCP_SERVER);
    const mcp = { mcpServers: { items: { command: process.execPath, args: [server] } } };
    writeFileSync(join(world.home.project, "mcp.json"), JSON.stringify(mcp));
    const list = (count: number) => ({ name: "mcp__items__list", input: { count } });
    await world.run(
      "TASK one",
      [
        [world.bash("sh test.sh one")],
        [world.read(1, 10)],
        [world.bash("sh test.sh two")],
        [world.bash("sh test.sh two")],
        [world.bash("sh test.sh three; exit 1")],
        [world.bash("sh test.sh two")],
        [list(20)],
        [list(22)],
      ],
      { args: ["--model", model, "--mcp-config", join(world.home.project, "mcp.json")] },
    );
    const request = world.requests.at(-1);
    if (!request) throw new Error("nothing was sent");
    const outputs = answeredOf(request)
      .filter(({ call }) => call["name"] !== "Read")
      .map(({ result }) => textOf(result).replace(/\s*<system-reminder>.*$/s, ""));
    const run = (last: string) => [
      ...Array.from({ length: 20 }, (_, i) => `ok ${i + 1} - test number ${i + 1} passes`),
      last,
    ];
    const items = (count: number) => [
      ...Array.from({ length: count }, (_, i) => `item ${i + 1} of all that there are`),
      "the end",
    ];
    expect(readOutputs(outputs)).toEqual([
      run("one"),
      run("two"),
      run("two"),
      // The hook does not run for a failed call.
      ["Exit code 1", ...run("\u001b[32mthree\u001b[0m")],
      run("two"),
      items(20),
      items(22),
    ]);
    expect(outputs.map((output) => output.split("\n").length)).toEqual([22, 3, 22, 22, 2, 22, 5]);
    const guides = request.messages
      .map((message) => JSON.stringify(message))
      .filter((text) => text.includes("A tool result may begin with a head"));
    expect(guides).toHaveLength(1);
    expect(world.lembas("status")).toContain("6 answers changed");
  });

  it("names nothing where a compaction at the limit would drop it", async () => {
    let tokens = 1000;
    const world = await new World().start(() => tokens);
    world.lembas("install");
    const args = ["--model", "claude-sonnet-4-6"];
    await world.run("TASK one", [[world.read(1, 60)]], { args });
    tokens = 168_000;
    await world.run("TASK two", [[world.read(31, 60)]], { args: [...args, "--continue"] });
    const results = world.requests.flatMap((request) => readAll(request));
    expect(results.every(({ note }) => note === undefined)).toBe(true);
  });

  it("after going back knows what is left", async () => {
    const world = await new World().start();
    world.lembas("install");
    const args = ["--model", "claude-opus-5-5"];
    await world.run("TASK one", [[world.read(1, 40)]], { args });
    await world.run("TASK two", [[world.read(41, 80)]], { args: [...args, "--continue"] });
    const projects = join(world.home.configuration, "projects");
    const [file = ""] = readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".jsonl"),
    );
    const rows = readFileSync(join(projects, file), "utf8")
      .trim()
      .split("\n")
      .map((line): JsonObject => JSON.parse(line));
    const answer = rows.find(
      ({ type, message }) => type === "assistant" && JSON.stringify(message).includes('"text":"done"'),
    );
    const back = ["--resume", basename(file, ".jsonl"), "--resume-session-at", String(answer?.["uuid"])];
    await world.run("TASK three", [[world.read(1, 120)]], { args: [...args, ...back] });
    const request = world.requests.at(-1);
    if (!request) throw new Error("nothing was sent");
    const reads = readAll(request);
    expect(reads.map(({ shown }) => shown.size)).toEqual([40, 80]);
    expect([...(reads.at(-1)?.whole ?? [])]).toEqual(windowOf(world.lines, 1, 120));
  });

  it("two sessions in one folder know nothing of each other", async () => {
    const world = await new World().start();
    world.lembas("install", "--project");
    const args = ["--model", "claude-opus-5-5"];
    await Promise.all([
      world.run("TASK one", [[world.read(1, 60)], [world.read(41, 60)]], { args }),
      world.run("TASK two", [[world.read(41, 60)], [world.read(1, 60)]], { args }),
    ]);
    for (const task of ["TASK one", "TASK two"]) {
      const request = world.requests.findLast(({ messages }) =>
        blocksOf(messages).some((block) => textOf(block) === task),
      );
      if (!request) throw new Error(`nothing was sent with ${task}`);
      expect(readAll(request).map(({ shown }) => shown.size)).toEqual([60, 40]);
    }
    world.lembas("uninstall", "--project");
  });

  it("goes on after an interruption, and as a plugin", async () => {
    const world = await new World().start();
    const args = ["--model", "claude-opus-5-5", "--plugin-dir", own];
    const stop = new AbortController();
    // The second request is answered by the command that is interrupted.
    const waiting = setInterval(() => {
      if (world.requests.length < 2) return;
      clearInterval(waiting);
      setTimeout(() => stop.abort(), 3000);
    }, 100);
    await world.run("TASK one", [[world.read(1, 60)], [world.bash("sleep 30")]], {
      args,
      signal: stop.signal,
    });
    await world.run("TASK two", [[world.read(41, 60)]], { args: [...args, "--continue"] });
    const request = world.requests.at(-1);
    if (!request) throw new Error("nothing was sent");
    const reads = readAll(request);
    expect(reads.map(({ shown }) => shown.size)).toEqual([60, 40]);
    expect([...(reads.at(-1)?.whole ?? [])]).toEqual(windowOf(world.lines, 41, 60));
  });
});

describe.skipIf(!("reason" in program))("Claude Code, with the hook", () => {
  it.skip(`needs the program: ${"reason" in program ? program.reason : ""}`, () => {});
});
