import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { readGivenProgram, scratchFolder } from "@lembas/build/testing";

/** The version that the tests were made with. */
export const VERSION = "1.6.0";

const NAME = "@earendil-works/pi-coding-agent";

/** The program, what runs it, and the `node_modules` that it is in; or why it cannot be had. */
export type Program =
  | { readonly node: string; readonly path: string; readonly modules: string }
  | { readonly reason: string };

/** pi runs on Node 22 and later. */
const findNode = (): string =>
  Number.parseInt(process.versions.node, 10) >= 22
    ? process.execPath
    : execFileSync("npx", ["-y", "node@22", "-p", "process.execPath"], {
        encoding: "utf8",
        timeout: 120_000,
      }).trim();

const install = (): string => {
  const folder = scratchFolder();
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
  execFileSync("npm", [...args, `${NAME}@${VERSION}`], { stdio: "pipe", timeout: 300_000 });
  return join(folder, "node_modules", NAME, "dist", "bundle", "cli.js");
};

const checkRuns = (path: string): Program => {
  const own = realpathSync(path);
  const node = findNode();
  execFileSync(node, [own, "--version"], { stdio: "pipe", timeout: 60_000 });
  // <modules>/@earendil-works/pi-coding-agent/dist/bundle/cli.js
  return { node, path: own, modules: join(own, "..", "..", "..", "..", "..") };
};

/**
 * Where the program is: what `LEMBAS_PI` says, else it is installed in a scratch folder, 170 MB.
 *
 * @throws {TypeError} where `LEMBAS_PI` is set to what does not run
 */
export const findProgram = (): Program => {
  const given = readGivenProgram("LEMBAS_PI", checkRuns, "the path of the program's JavaScript");
  if (given !== undefined) return given;
  try {
    return checkRuns(install());
  } catch (error) {
    return { reason: `${NAME}@${VERSION} cannot be had: ${error instanceof Error ? error.message : error}` };
  }
};

/** A person's home, with a configuration of their own, and a project. */
export class Home {
  readonly folder: string = scratchFolder();
  readonly agent: string = join(this.folder, "agent");
  readonly project: string = join(this.folder, "project");

  /** Empties it, but for what is installed, and says where the API is and which one. */
  begin(address: string, api: string): void {
    for (const part of [this.project, join(this.agent, "sessions")])
      rmSync(part, { recursive: true, force: true });
    for (const part of [this.agent, this.project]) mkdirSync(part, { recursive: true });
    const baseUrl = api === "anthropic-messages" ? address : `${address}/v1`;
    const models = [{ id: "claude-test", contextWindow: 200_000, maxTokens: 8000, input: ["text", "image"] }];
    const providers = { scripted: { baseUrl, api, apiKey: "none", models } };
    writeFileSync(join(this.agent, "models.json"), JSON.stringify({ providers }));
  }

  get env(): Readonly<Record<string, string>> {
    const { PATH = "" } = process.env;
    return { PATH, HOME: this.folder, PI_CODING_AGENT_DIR: this.agent, PI_OFFLINE: "1" };
  }
}

/** Runs a command of the program, such as `install`. */
export const runCommand = (program: Program, home: Home, args: readonly string[]): string => {
  if ("reason" in program) throw new Error(program.reason);
  const options = { cwd: home.project, env: home.env, encoding: "utf8", timeout: 120_000 } as const;
  return execFileSync(program.node, [program.path, ...args], {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
};

type Line = { readonly [name: string]: unknown };

/** The lines of a stream, as JSON. */
async function* jsonLines(stream: Readable): AsyncGenerator<Line> {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const rows = `${rest}${chunk}`.split("\n");
    rest = rows.pop() ?? "";
    for (const row of rows) if (row !== "") yield JSON.parse(row);
  }
}

const MOST_TIME = 240_000;

/** The program, with a session open, in its RPC mode. */
export class Session {
  readonly #child;
  readonly #lines: AsyncGenerator<Line>;
  /** Lines that nobody waited for yet. */
  #waiting: Line[] = [];
  #said = "";

  constructor(
    program: Program,
    home: Home,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) {
    if ("reason" in program) throw new Error(program.reason);
    const all = [program.path, "--mode", "rpc", "--model", "scripted/claude-test", ...args];
    this.#child = spawn(program.node, all, {
      cwd: home.project,
      env: { ...home.env, ...env },
      timeout: MOST_TIME,
    });
    this.#child.stderr.on("data", (chunk) => {
      this.#said += chunk;
    });
    this.#lines = jsonLines(this.#child.stdout);
  }

  /** Sends a command, and gives the data of its answer. */
  async ask(command: Line): Promise<Line> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    const answer = await this.#next(({ type, command: of }) => type === "response" && of === command["type"]);
    if (answer["success"] !== true) throw new Error(`${JSON.stringify(command)}: ${answer["error"]}`);
    return (answer["data"] ?? {}) as Line;
  }

  /** Sends a prompt, and waits until the program has answered. */
  async prompt(message: string): Promise<void> {
    await this.start(message);
    await this.settled();
  }

  /** Sends a prompt. */
  async start(message: string): Promise<void> {
    this.#waiting = [];
    await this.ask({ type: "prompt", message });
  }

  /** Waits until nothing runs any more. */
  async settled(): Promise<void> {
    await this.#next(({ type }) => type === "agent_settled");
  }

  /** Waits until a tool runs. */
  async toolRuns(): Promise<void> {
    await this.#next(({ type }) => type === "tool_execution_start");
  }

  /** Goes back to where a prompt was not yet said, in a session of its own. */
  async fork(prompt: string): Promise<void> {
    const { messages } = await this.ask({ type: "get_fork_messages" });
    const [entry] = (messages as readonly Line[]).filter(({ text }) => text === prompt);
    await this.ask({ type: "fork", entryId: entry?.["entryId"] });
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, "exit");
  }

  async #next(isWanted: (line: Line) => boolean): Promise<Line> {
    const at = this.#waiting.findIndex(isWanted);
    const [found] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (found !== undefined) return found;
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`the program ended: ${this.#said}`);
      if (value["type"] === "extension_error") throw new Error(JSON.stringify(value));
      if (isWanted(value)) return value;
      this.#waiting.push(value);
    }
  }
}
