import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runCommandLine } from "../src/cli/command-line.js";
import type { Implementation } from "../src/runs/run-suite.js";
import { IMPLEMENTATIONS } from "./implementations.js";

const build = (suites: readonly string[]): void => {
  const filters = suites.map((suite) => `--filter=@lembas/${suite}`);
  const { status, stdout } = spawnSync(
    "pnpm",
    ["exec", "turbo", "run", "build", ...filters, "--output-logs=errors-only"],
    { env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" }, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`the build of ${suites.join(", ")} failed\n${stdout}`);
};

const checkBuilt = (suites: readonly string[]): void => {
  for (const suite of suites) {
    if (!existsSync(new URL(`../../${suite}/dist/index.js`, import.meta.url))) {
      throw new Error(`@lembas/${suite} is not built`);
    }
  }
};

const withoutBuild = process.argv.includes("--no-build");
const args = process.argv.slice(2).filter((argument) => argument !== "--no-build" && argument !== "--");

// `pnpm conformance`: the fixtures, put to the packages of this workspace, of which only those asked for are built.
process.exitCode = await runCommandLine(args, async (suites) => {
  if (withoutBuild) checkBuilt(suites);
  else build(suites);
  const implementations = new Map<string, Implementation>();
  for (const suite of suites) {
    const load = IMPLEMENTATIONS[suite];
    if (!load) throw new Error(`adapters/ has no implementation of ${suite}`);
    implementations.set(suite, await load());
  }
  return implementations;
});
