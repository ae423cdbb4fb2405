import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readGivenProgram, scratchFolder } from "@lembas/build/testing";

/** The version that the tests were made with. */
export const VERSION = "2.1.332";

/** The program, or why it cannot be had. */
export type Program = { readonly path: string } | { readonly reason: string };

const checkRuns = (path: string): Program => {
  execFileSync(path, ["--version"], { stdio: "pipe", timeout: 60_000 });
  return { path: resolve(path) };
};

/**
 * Where the program is: what `CLAUDE_CODE` says, else it is installed in a scratch folder, 240 MB. It runs on Linux with
 * glibc on x64 alone.
 *
 * @throws {TypeError} where `CLAUDE_CODE` is set to what does not run
 */
export const findProgram = (): Program => {
  const given = readGivenProgram("CLAUDE_CODE", checkRuns);
  if (given !== undefined) return given;
  if (process.platform !== "linux" || process.arch !== "x64")
    return { reason: "the program is for Linux on x64" };
  const name = "@anthropic-ai/claude-code-linux-x64";
  const folder = scratchFolder();
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, `${name}@${VERSION}`];
  try {
    execFileSync("npm", args, { stdio: "pipe", timeout: 300_000 });
    return checkRuns(join(folder, "node_modules", name, "claude"));
  } catch (error) {
    return { reason: `${name}@${VERSION} cannot be had: ${error instanceof Error ? error.message : error}` };
  }
};

/** A person's home, with a configuration of their own, and a project. */
export interface Home {
  readonly configuration: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

export const makeHome = (): Home => {
  const folder = scratchFolder();
  const configuration = join(folder, "configuration");
  const project = join(folder, "project");
  mkdirSync(configuration);
  mkdirSync(project);
  return {
    configuration,
    project,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      CLAUDE_CONFIG_DIR: configuration,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // Root may run it without questions only so.
      IS_SANDBOX: "1",
    },
  };
};

/** How a run of the program ended. */
export interface Run {
  readonly code: number | null;
  readonly printed: string;
  readonly said: string;
}

/** One run of the program: a prompt, answered. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
}

/** On a busy machine a start alone takes a minute. */
const MOST_TIME = 600_000;

/** Runs the program with a prompt until it has answered. */
export const runProgram = async (
  path: string,
  { project, env }: Home,
  prompt: string,
  { env: more = {}, args = [], signal }: RunOptions = {},
): Promise<Run> => {
  const all = ["-p", prompt, "--permission-mode", "bypassPermissions", "--output-format", "json", ...args];
  const child = spawn(path, all, {
    cwd: project,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let said = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const stop = (): void => void child.kill("SIGINT");
  signal?.addEventListener("abort", stop);
  const timer = setTimeout(() => child.kill("SIGKILL"), MOST_TIME);
  const [code] = await once(child, "close");
  clearTimeout(timer);
  signal?.removeEventListener("abort", stop);
  return { code, printed, said };
};
