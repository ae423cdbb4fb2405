import { existsSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { loadCases } from "../cases/load-cases.js";
import type { ConformanceCase } from "../cases/read-cases.js";
import { CommandImplementation } from "../commands/command-implementation.js";
import { endAllGroups } from "../commands/process-group.js";
import { jsonReport } from "../reports/json-report.js";
import { junitReport } from "../reports/junit-report.js";
import { textReport } from "../reports/text-report.js";
import { readBaseline, writeBaseline } from "../runs/baseline.js";
import { judge, type Verdict } from "../runs/judge.js";
import { type Implementation, runSuite, type SuiteReport } from "../runs/run-suite.js";

/** Gives the implementation of each suite in this process, for a run without `--command`. */
export type InProcess = (suites: readonly string[]) => Promise<ReadonlyMap<string, Implementation>>;

const REPORTERS: Readonly<Record<string, (verdict: Verdict) => string>> = {
  text: textReport,
  junit: junitReport,
  json: jsonReport,
};

interface Options {
  readonly suite: readonly string[];
  readonly match?: string;
  readonly command?: string;
  readonly fixtures: readonly string[];
  readonly only?: boolean;
  readonly timeout: number;
  readonly baseline?: string;
  readonly writeBaseline?: boolean;
  readonly reporter: string;
}

const collect = (value: string, list: readonly string[]): string[] => [...list, value];

const toSeconds = (value: string): number => {
  const seconds = Number(value);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError("give seconds, above 0 and at most 86400.");
};

const program = (): Command =>
  new Command("lembas-conformance")
    .description("Puts the lembas fixtures to an implementation in any language.")
    .option("--suite <name>", "run this suite only (repeatable)", collect, [])
    .option("--match <text>", "run only cases whose id contains this")
    .option("--command <command>", "the implementation: answers JSON lines on its stdin and stdout")
    .option("--fixtures <dir>", "run the <suite>/*.json of this folder as well (repeatable)", collect, [])
    .option("--only", "with --fixtures: run no other cases")
    .option("--timeout <seconds>", "time for the answer to one case", toSeconds, 5)
    .option("--baseline <file>", "ids of cases that are known not to pass")
    .option("--write-baseline", "write the ids that did not pass to the --baseline file")
    .addOption(
      new Option("--reporter <name>", "form of the report").choices(Object.keys(REPORTERS)).default("text"),
    )
    .addHelpText("after", "\nExit code: 0 all as expected, 1 some case not, 2 could not run.")
    .exitOverride();

const chooseCases = ({ suite, match, fixtures, only }: Options): ConformanceCase[] => {
  const suites = suite.length > 0 ? [...new Set(suite)] : undefined;
  const cases = loadCases({ suites, folders: fixtures, only });
  const chosen = match === undefined ? cases : cases.filter((item) => item.id.includes(match));
  if (chosen.length === 0) throw new Error(`no case's id contains ${JSON.stringify(match)}`);
  return chosen;
};

const runInProcess = async (
  suites: readonly string[],
  cases: readonly ConformanceCase[],
  inProcess: InProcess,
): Promise<SuiteReport[]> => {
  const implementations = await inProcess(suites);
  const reports: SuiteReport[] = [];
  for (const [suite, implementation] of implementations) {
    reports.push(await runSuite(suite, implementation, cases));
  }
  return reports;
};

/** What came after the last answer is a breach that belongs to that answer. */
const withLastErrored = (reports: readonly SuiteReport[], message: string): SuiteReport[] =>
  reports.map((report, index) =>
    index < reports.length - 1
      ? report
      : {
          ...report,
          results: report.results.map((result, position) =>
            position < report.results.length - 1 ? result : { ...result, status: "errored", message },
          ),
        },
  );

const runCommand = async (
  command: string,
  caseSeconds: number,
  suites: readonly string[],
  cases: readonly ConformanceCase[],
): Promise<SuiteReport[]> => {
  const implementation = await CommandImplementation.start(command, { caseSeconds });
  const reports: SuiteReport[] = [];
  for (const suite of suites) reports.push(await runSuite(suite, implementation, cases));
  const stray = await implementation.stop();
  return stray === undefined ? reports : withLastErrored(reports, stray);
};

const run = async (options: Options, inProcess: InProcess | undefined): Promise<number> => {
  if (options.writeBaseline && options.baseline === undefined)
    throw new Error("--write-baseline needs --baseline");
  const cases = chooseCases(options);
  const suites = [...new Set(cases.map((item) => item.suite))];
  // One that is to be written need not be there; one that cannot be read is told before the run.
  const isThere = options.baseline !== undefined && (!options.writeBaseline || existsSync(options.baseline));
  const baseline = isThere ? readBaseline(options.baseline) : [];
  const whole = options.match === undefined;
  let reports: SuiteReport[];
  if (options.command !== undefined)
    reports = await runCommand(options.command, options.timeout, suites, cases);
  else if (inProcess) reports = await runInProcess(suites, cases, inProcess);
  else throw new Error('no implementation: give --command "…"');
  if (options.writeBaseline && options.baseline !== undefined) {
    // With --only the cases of @lembas/fixtures were not run, which the file may list too.
    const all = whole && options.only !== true;
    const listed = writeBaseline(options.baseline, reports, all);
    console.error(`${options.baseline}: ${listed} cases that are known not to pass`);
    const verdict = judge(reports, readBaseline(options.baseline), all);
    console.log(REPORTERS[options.reporter]?.(verdict));
    return verdict.ok ? 0 : 1;
  }
  const verdict = judge(reports, baseline, whole);
  console.log(REPORTERS[options.reporter]?.(verdict));
  return verdict.ok ? 0 : 1;
};

const endOnSignal = (signal: "SIGINT" | "SIGTERM"): void => {
  endAllGroups();
  process.exit(signal === "SIGINT" ? 130 : 143);
};

/**
 * The command `lembas-conformance` (Specification 5.6): the report on stdout, what prevents a run on stderr.
 *
 * @param args without Node's own two
 * @param inProcess implementations for a run without `--command`
 * @returns the exit code: 0 all as expected, 1 some case not, 2 could not run
 * @example
 * process.exitCode = await runCommandLine(process.argv.slice(2));
 */
export const runCommandLine = async (args: readonly string[], inProcess?: InProcess): Promise<number> => {
  process.on("SIGINT", endOnSignal);
  process.on("SIGTERM", endOnSignal);
  process.on("exit", endAllGroups);
  try {
    const command = program().parse(args, { from: "user" });
    return await run(command.opts<Options & Record<string, unknown>>(), inProcess);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(`lembas-conformance: ${error instanceof Error ? error.message : error}`);
    return 2;
  } finally {
    process.off("SIGINT", endOnSignal);
    process.off("SIGTERM", endOnSignal);
    process.off("exit", endAllGroups);
    endAllGroups();
  }
};
