import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readGivenProgram, scratchFolder } from "@lembas/build/testing";

/** The version that the tests were made with. */
const VERSION = "0.171.0";

/** The program, or why it cannot be had. */
export type Program = { readonly path: string } | { readonly reason: string };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const checkRuns = (path: string): Program => {
  execFileSync(path, ["--version"], { stdio: "pipe", timeout: 60_000 });
  return { path: resolve(path) };
};

/**
 * Where Codex is: what `CODEX` says, else it is installed in a scratch folder, 420 MB.
 *
 * @throws {TypeError} where `CODEX` is set to what does not run
 */
export const findCodex = (): Program => {
  const given = readGivenProgram("CODEX", checkRuns);
  if (given !== undefined) return given;
  const folder = scratchFolder();
  const name = `@openai/codex@${VERSION}`;
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, name];
  try {
    execFileSync("npm", args, { stdio: "pipe", timeout: 300_000 });
    return checkRuns(join(folder, "node_modules", ".bin", "codex"));
  } catch (error) {
    return { reason: `${name} cannot be had: ${messageOf(error)}` };
  }
};

/** A person's home, with a configuration that has one provider, and a project. */
export interface CodexHome {
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

/** @param more lines of the provider's own */
export const makeCodexHome = (address: string, more = ""): CodexHome => {
  const folder = scratchFolder();
  const configuration = join(folder, ".codex");
  const project = join(folder, "project");
  mkdirSync(configuration);
  mkdirSync(project);
  writeFileSync(
    join(configuration, "config.toml"),
    `model = "gpt-5.5"
model_provider = "lembas"

[model_providers.lembas]
name = "OpenAI through lembas"
base_url = "${address}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
${more}`,
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    CODEX_HOME: configuration,
    OPENAI_API_KEY: "none",
  };
  return { project, env };
};

const MOST_TIME = 600_000;

/**
 * Runs it with a prompt until it has answered.
 *
 * @throws {Error} it ended with another code than 0
 */
export const runCodex = async (
  path: string,
  { project, env }: CodexHome,
  prompt: string,
  before: readonly string[] = [],
): Promise<void> => {
  const free = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
  const child = spawn(path, ["exec", ...before, ...free, prompt], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), MOST_TIME);
  const [code] = await once(child, "close");
  clearTimeout(timer);
  if (code !== 0) throw new Error(`codex ended with ${code}: ${said}`);
};
