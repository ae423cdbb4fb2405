import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runCommandLine } from "../src/command-line.js";
import type { Implementation } from "../src/run-suite.js";

/** `pnpm conformance`: the fixtures, put to the packages of this workspace, each built and loaded only when asked for. */
const IMPORTS: Readonly<Record<string, () => Promise<Implementation>>> = {
  context: async () => (await import("./context.js")).context,
  format: async () => (await import("./format.js")).formatting,
  "jobs-note": async () => (await import("./jobs-note.js")).jobsNote,
  memory: async () => (await import("./memory.js")).memory,
};

const build = (suites: readonly string[]): boolean => {
  const filters = suites.map((suite) => `--filter=@lembas/${suite}`);
  const { status, stdout } = spawnSync(
    "pnpm",
    ["exec", "turbo", "run", "build", ...filters, "--output-logs=errors-only"],
    {
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
      encoding: "utf8",
    },
  );
  if (status !== 0) console.error(stdout);
  return status === 0;
};

const withoutBuild = process.argv.includes("--no-build");
const args = process.argv.slice(2).filter((argument) => argument !== "--no-build" && argument !== "--");

process.exitCode = await runCommandLine(args, {
  prepare: (suites) => {
    const unbuilt = suites.filter(
      (suite) => !existsSync(new URL(`../../${suite}/dist/index.js`, import.meta.url)),
    );
    if (withoutBuild && unbuilt.length > 0)
      return `not built: ${unbuilt.map((suite) => `@lembas/${suite}`).join(", ")}`;
    return withoutBuild || build(suites) ? undefined : `the build of ${suites.join(", ")} failed`;
  },
  load: (suite) => IMPORTS[suite]?.(),
});
