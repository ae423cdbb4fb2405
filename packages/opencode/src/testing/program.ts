import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text as readText } from "node:stream/consumers";
import { endAfterUs } from "@lembas/build/after-end";
import { atEnd, readGivenProgram, scratchFolder } from "@lembas/build/testing";

/** The version that the tests were made with. */
export const VERSION = "1.18.33";

/** The program, and a folder with the types of its plugins, where it was installed here; or why it cannot be had. */
export type Program =
  | { readonly path: string; readonly types: string | undefined }
  | { readonly reason: string };

const checkRuns = (path: string, types?: string): Program => {
  execFileSync(path, ["--version"], { stdio: "pipe", timeout: 60_000, env: { HOME: scratchFolder() } });
  return { path, types };
};

/**
 * Where the program is: what `LEMBAS_OPENCODE` says, else it is installed in a scratch folder, 420 MB. It is for Linux
 * with glibc on x64 alone.
 *
 * @throws {TypeError} where `LEMBAS_OPENCODE` is set to what does not run
 */
export const findProgram = (): Program => {
  const given = readGivenProgram("LEMBAS_OPENCODE", (path) => checkRuns(path));
  if (given !== undefined) return given;
  if (process.platform !== "linux" || process.arch !== "x64")
    return { reason: "the tests know the program for Linux on x64 alone" };
  const folder = scratchFolder();
  const names = [`opencode-linux-x64@${VERSION}`, `@opencode-ai/plugin@${VERSION}`];
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
  try {
    execFileSync("npm", [...args, ...names], { stdio: "pipe", timeout: 300_000 });
    const modules = join(folder, "node_modules");
    return checkRuns(join(modules, "opencode-linux-x64", "bin", "opencode"), modules);
  } catch (error) {
    return { reason: `${names[0]} cannot be had: ${error instanceof Error ? error.message : error}` };
  }
};

/** The packages by which opencode speaks the APIs. */
export const APIS = {
  messages: "@ai-sdk/anthropic",
  chat: "@ai-sdk/openai-compatible",
  responses: "@ai-sdk/openai",
};

/** A person's home, with a configuration of their own, and a project. */
export class Home {
  readonly folder: string = scratchFolder();
  readonly project: string = join(this.folder, "project");
  readonly configuration: string = join(this.folder, ".config", "opencode");

  /** Empties it, but for its configuration, in which it says where the API is and which one. */
  begin(address: string, npm: string): void {
    for (const part of [".local", ".cache", ".state", "project"])
      rmSync(join(this.folder, part), { recursive: true, force: true });
    for (const part of [this.configuration, this.project]) mkdirSync(part, { recursive: true });
    const model = {
      name: "Test",
      limit: { context: 200_000, output: 8000 },
      attachment: true,
      modalities: { input: ["text", "image"], output: ["text"] },
    };
    // As after an installation of what it puts beside its configuration: it asks no registry then.
    const needed = { dependencies: { "@opencode-ai/plugin": VERSION } };
    mkdirSync(join(this.configuration, "node_modules"), { recursive: true });
    writeFileSync(join(this.configuration, "package.json"), JSON.stringify(needed));
    writeFileSync(
      join(this.configuration, "package-lock.json"),
      JSON.stringify({ packages: { "": needed } }),
    );
    const options = { baseURL: `${address}/v1`, apiKey: "none" };
    writeFileSync(
      join(this.configuration, "config.json"),
      JSON.stringify({
        autoupdate: false,
        share: "disabled",
        provider: { scripted: { npm, name: "Scripted", options, models: { "claude-test": model } } },
        model: "scripted/claude-test",
        small_model: "scripted/claude-test",
        permission: { "*": "allow" },
        compaction: { prune: true, preserve_recent_tokens: 1500 },
      }),
    );
  }

  get env(): Readonly<Record<string, string>> {
    const { PATH = "" } = process.env;
    return {
      PATH,
      HOME: this.folder,
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    };
  }
}

/** Writes its log to the standard error output. */
const LOG = ["--print-logs", "--log-level", "DEBUG"];

/**
 * Runs a command of the program, such as `plugin`.
 *
 * @throws {Error} it failed, or took longer than five minutes: with its log
 */
export const runCommand = (program: Program, home: Home, args: readonly string[]): void => {
  if ("reason" in program) throw new Error(program.reason);
  const options = { cwd: home.project, env: home.env, encoding: "utf8", timeout: 300_000 } as const;
  const { status, error, stdout, stderr } = spawnSync(program.path, [...args, ...LOG], options);
  if (status !== 0) {
    const how = error?.message ?? `code ${status}`;
    throw new Error(`opencode ${args.join(" ")}: ${how}\n${stdout}${stderr}`, { cause: error });
  }
};

type Answer = { readonly [field: string]: unknown };

/** It waits for something where it logs nothing for so long: on a busy machine each of its steps takes seconds. */
const MOST_SILENCE = 240_000;

/** How many lines of its log a failure shows. */
const LOG_LINES = 40;

/** The program as a server, which holds sessions. */
export class Server {
  readonly #child;
  #address = "";
  #log = "";
  /** For what is waited for now. */
  readonly #silences = new Set<NodeJS.Timeout>();

  private constructor(path: string, { project, env }: Home, more: Readonly<Record<string, string>>) {
    this.#child = spawn(path, ["serve", "--port", "0", ...LOG], {
      cwd: project,
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stderr.on("data", (chunk) => {
      this.#log += chunk;
      for (const silence of this.#silences) silence.refresh();
    });
    atEnd(() => this.#child.kill("SIGKILL"));
    endAfterUs(this.#child);
  }

  /** Starts it in the project. */
  static async start(
    program: Program,
    home: Home,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Server> {
    if ("reason" in program) throw new Error(program.reason);
    const server = new Server(program.path, home, env);
    server.#address = await server.#wait("its start", () => server.#readAddress());
    // What it prints later is passed over: it would wait where nobody read it.
    server.#child.stdout.resume();
    return server;
  }

  /** Asks it for something. */
  ask(path: string, body: object = {}): Promise<Answer> {
    return this.#wait(path, async (signal) => {
      // Not `fetch`, which waits for no answer longer than 5 minutes.
      const call = request(`${this.#address}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        signal,
      });
      call.end(JSON.stringify(body));
      const [response] = await once(call, "response");
      const text = await readText(response);
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
      return JSON.parse(text || "{}");
    });
  }

  /** Opens a session. Gives its id. */
  async open(title: string): Promise<string> {
    return String((await this.ask("/session", { title }))["id"]);
  }

  /** Sends a prompt, and waits until it is answered. Gives the id of the prompt's message. */
  async prompt(session: string, text: string): Promise<string> {
    const { info } = await this.ask(`/session/${session}/message`, { parts: [{ type: "text", text }] });
    return String((info as Answer)["parentID"]);
  }

  async close(): Promise<void> {
    this.#child.kill("SIGTERM");
    if (this.#child.exitCode === null && this.#child.signalCode === null)
      await this.#wait("its end", (signal) => once(this.#child, "exit", { signal }));
  }

  async #readAddress(): Promise<string> {
    for await (const line of createInterface({ input: this.#child.stdout })) {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (address !== undefined) return address;
    }
    throw new Error("it ended");
  }

  /**
   * @throws {Error} it failed, or logged nothing for too long, and was ended then: with the end of its log
   */
  async #wait<Value>(what: string, action: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const stop = new AbortController();
    const silence = setTimeout(() => {
      this.#child.kill("SIGKILL");
      stop.abort();
    }, MOST_SILENCE);
    this.#silences.add(silence);
    try {
      return await action(stop.signal);
    } catch (cause) {
      const reason = stop.signal.aborted ? `nothing was logged for ${MOST_SILENCE / 1000} s` : String(cause);
      const log = this.#log.trimEnd().split("\n").slice(-LOG_LINES).join("\n");
      throw new Error(`opencode, ${what}: ${reason}; its log ends:\n${log}`, { cause });
    } finally {
      clearTimeout(silence);
      this.#silences.delete(silence);
    }
  }
}
