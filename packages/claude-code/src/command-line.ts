import { parseArgs } from "node:util";
import { checkListOf } from "@lembas/arguments";
import manifest from "../package.json" with { type: "json" };
import { install, type Report, uninstall } from "./install/install.js";
import { findPlaces, type Surroundings } from "./install/places.js";
import { tellStatus } from "./install/status.js";

const COMMAND = "lembas-claude-code";

const USAGE = `Usage: ${COMMAND} install [--project] [--log] [--dry-run]
       ${COMMAND} uninstall [--project] [--dry-run]
       ${COMMAND} status

Installs a hook into Claude Code: lines of tool results that the conversation shows already are
named, not repeated. LEMBAS_OFF=1 in the environment of claude turns it off.

  install     copies the hook into your configuration and adds an entry to your settings
  uninstall   takes both away
  status      what is installed, and what the last sessions saved, where that is logged
  --project   for the project in this folder alone: its .claude/settings.local.json
  --log       what is saved is logged, in the hook's own folder
  --dry-run   says what would be written, and writes nothing
  --help      shows this
  --version   shows the version
`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Arguments that are not as the usage has them. */
class UsageError extends Error {}

const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        project: { type: "boolean", default: false },
        log: { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        help: { type: "boolean" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
};

const print = (lines: Report): void => {
  process.stdout.write(`${lines.join("\n")}\n`);
};

/** Prints what is installed; what cannot be told of a scope is an error, once the other one is told. */
const printStatus = async (surroundings: Surroundings): Promise<void> => {
  const failures: string[] = [];
  for (const scope of ["user", "project"] as const) {
    try {
      print(await tellStatus(findPlaces(scope, surroundings)));
    } catch (error) {
      failures.push(messageOf(error));
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
};

const run = async (args: readonly string[], surroundings: Surroundings): Promise<void> => {
  const { values, positionals } = readArguments(args);
  if (values.help) return print([USAGE.trimEnd()]);
  if (values.version) return print([manifest.version]);
  const [command, ...others] = positionals;
  if (command === undefined || others.length > 0) throw new UsageError("one command is needed");
  const { project, log, "dry-run": dryRun } = values;
  const places = findPlaces(project ? "project" : "user", surroundings);
  if (command === "install") return print(await install(places, { log, dryRun }));
  if (command === "uninstall" && !log) return print(await uninstall(places, dryRun));
  if (command === "status" && !log && !dryRun && !project) return printStatus(surroundings);
  throw new UsageError(`there is no such command: ${args.join(" ")}`);
};

/**
 * Runs the command `lembas-claude-code`: installs the hook, takes it away, or tells what is installed.
 *
 * @param args what stands after the command
 * @param surroundings the environment and the folder: those of the process
 * @throws {TypeError} `args` is not a list of strings
 * @returns the exit code: 0, 1 where a file is not as it must be, 2 where the arguments are wrong
 * @example process.exitCode = await runCommandLine(["install"]);
 */
export const runCommandLine = async (
  args: readonly string[],
  surroundings: Surroundings = { env: process.env, cwd: process.cwd() },
): Promise<number> => {
  checkListOf(args, "args", "string");
  try {
    await run(args, surroundings);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.stderr.write(`${COMMAND}: ${messageOf(error)}\n${isUsage ? `\n${USAGE}` : ""}`);
    return isUsage ? 2 : 1;
  }
};
