import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyOps } from "@lembas/memory";

const MEMORY_LIMIT = 2_200;

/** A test run's times differ from run to run: each is written as one millisecond. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/\b\d+(\.\d+)?m?s\b/g, "1ms").replaceAll(/Start at\s+[\d:]+/g, "Start at  12:00:00");

/**
 * Plain tools that work in a folder and record each call as a step line: what was asked, and what such a tool gives
 * a model without any of our packages.
 */
export class Recorder {
  readonly #folder: string;
  readonly #roots: readonly string[];
  readonly #lines: string[] = [];
  #entries: readonly string[] = [];
  #results = 0;

  /** @param roots paths of this machine; they are written as `/repo` */
  constructor(folder: string, roots: readonly string[]) {
    this.#folder = folder;
    this.#roots = roots;
  }

  /** The recording so far, one step a line. */
  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }

  /** How many results it holds. */
  get results(): number {
    return this.#results;
  }

  /** A person says something. */
  user(text: string): void {
    this.#add({ op: "message", role: "user", text });
  }

  /** The model says something without calling a tool. */
  answer(text: string): void {
    this.#add({ op: "message", role: "assistant", text });
  }

  read(why: string, path: string, offset?: number, limit?: number): void {
    const content = this.#content(path);
    const lines = content.endsWith("\n") ? content.slice(0, -1).split("\n") : content.split("\n");
    const first = (offset ?? 1) - 1;
    const result = lines.slice(first, limit === undefined ? undefined : first + limit).join("\n");
    this.#result(why, "read", { path, offset, limit }, { op: "read", path, content, offset, limit, result });
  }

  edit(why: string, path: string, old: string, put: string): void {
    const before = this.#content(path);
    if (before.split(old).length !== 2) throw new Error(`${path} does not have the text once: ${old}`);
    const after = before.replace(old, () => put);
    writeFileSync(join(this.#folder, path), after);
    const result = `The file ${path} has been edited.`;
    this.#result(why, "edit", { path, old, new: put }, { op: "edit", path, before, after, result });
  }

  write(why: string, path: string, after: string): void {
    mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
    writeFileSync(join(this.#folder, path), after);
    const result = `The file ${path} has been written.`;
    this.#result(why, "write", { path, content: after }, { op: "write", path, before: null, after, result });
  }

  remove(why: string, path: string): void {
    const before = this.#content(path);
    rmSync(join(this.#folder, path));
    this.#result(
      why,
      "remove",
      { path },
      { op: "edit", path, before, after: null, result: `The file ${path} has been removed.` },
    );
  }

  list(why: string, path: string): void {
    const entries = readdirSync(join(this.#folder, path), { withFileTypes: true })
      .filter(({ name }) => name !== "node_modules")
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
    this.#result(
      why,
      "list",
      { path },
      { op: "output", tool: "list", args: { path }, text: entries.join("\n") },
    );
  }

  grep(why: string, pattern: string, path: string): void {
    const args = { pattern, path };
    const text = this.#run(["grep", "-rn", "--include=*.ts", "-e", pattern, path]);
    this.#result(why, "grep", args, {
      op: "output",
      tool: "grep",
      args,
      text: text.split("\n").sort().join("\n").trim(),
    });
  }

  bash(why: string, command: string): void {
    const args = { command };
    const printed = this.#run(["bash", "-c", command]);
    const text = command.startsWith("vitest ") ? withoutTimes(printed) : printed;
    this.#result(why, "bash", args, { op: "output", tool: "bash", args, text });
  }

  /** Lines of an earlier result again. The plain tools ran `command` for them. */
  recall(why: string, target: string, command: string, offset: number, limit: number): void {
    const result = this.#run(["bash", "-c", command]);
    this.#result(
      why,
      "recall",
      { id: target, offset, limit },
      { op: "recall", target, offset, limit, result },
    );
  }

  memory(why: string, ...ops: readonly Record<string, string>[]): void {
    const before = this.#entries;
    const { entries } = applyOps({ target: "memory", entries: before, limit: MEMORY_LIMIT, ops });
    this.#entries = entries;
    const step = {
      op: "memory",
      target: "memory",
      entries: before,
      limit: MEMORY_LIMIT,
      ops,
      result: entries.join("\n§\n"),
    };
    this.#result(why, "memory", { operations: ops }, step);
  }

  /** Starts a command in the background; the promise ends with it. */
  background(why: string, id: string, command: string): Promise<{ exit: number | null; output: string }> {
    this.#result(
      why,
      "bash",
      { command, background: true },
      {
        op: "output",
        tool: "bash",
        args: { command, background: true },
        text: `Started as ${id}.`,
      },
    );
    const child = spawn("bash", ["-c", command], { cwd: this.#folder, env: this.#environment() });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
    return new Promise((resolve) =>
      child.on("close", (exit) => resolve({ exit, output: this.#clean(chunks.join("")) })),
    );
  }

  /** The background command has ended. The plain tools gave its whole output. */
  jobEnded(id: string, command: string, { exit, output }: { exit: number | null; output: string }): void {
    this.#results += 1;
    this.#add({
      op: "job",
      id: this.#id(),
      record: { kind: "command", id, command, exit, seconds: 1, unread: output },
      result: output,
    });
  }

  /** The conversation is summarised. */
  compact(summary: string): void {
    this.#add({ op: "compact" });
    this.#add({ op: "message", role: "user", text: summary });
  }

  /** The id of the newest result. */
  get newest(): string {
    return this.#id();
  }

  #id(): string {
    return `#${this.#results.toString(16).padStart(4, "0")}`;
  }

  #result(why: string, tool: string, args: unknown, step: Record<string, unknown>): void {
    this.answer(`${why}\n${JSON.stringify({ tool, args })}`);
    this.#results += 1;
    this.#add({ ...step, id: this.#id() });
  }

  #add(step: Record<string, unknown>): void {
    this.#lines.push(JSON.stringify(step));
  }

  #content(path: string): string {
    return readFileSync(join(this.#folder, path), "utf8");
  }

  #environment(): NodeJS.ProcessEnv {
    const tools = ["node_modules/.bin", "../../node_modules/.bin"].map((place) => join(this.#folder, place));
    // In a long test's environment the runner would take long tests alone.
    const { npm_lifecycle_event: _, ...environment } = process.env;
    return {
      ...environment,
      PATH: [...tools, process.env["PATH"]].join(":"),
      NO_COLOR: "1",
      FORCE_COLOR: "0",
      LC_ALL: "C",
    };
  }

  #run([command = "", ...args]: readonly string[]): string {
    const { stdout, stderr } = spawnSync(command, args, {
      cwd: this.#folder,
      encoding: "utf8",
      env: this.#environment(),
    });
    return this.#clean(stdout + stderr);
  }

  #clean(text: string): string {
    return this.#roots.reduce((cleaned, root) => cleaned.replaceAll(join(root, "/"), "/repo/"), text);
  }
}
