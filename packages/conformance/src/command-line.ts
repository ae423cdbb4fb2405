import { Command, CommanderError } from "commander";
import { FixtureError } from "./fixture-error.js";
import { loadCases } from "./load-cases.js";
import { type Implementation, runSuite, type SuiteReport } from "./run-suite.js";
import { textReport } from "./text-report.js";

/** Implementations in this process, for a run without `--command`. */
export interface InProcess {
  /** Makes the suites' implementations ready; gives the reason where it cannot. */
  prepare(suites: readonly string[]): string | undefined;
  load(suite: string): Promise<Implementation> | undefined;
}

const collect = (value: string, list: readonly string[]): string[] => [...list, value];

/** First version. */
export const runCommandLine = async (args: readonly string[], inProcess?: InProcess): Promise<number> => {
  const program = new Command("lembas-conformance")
    .option("--suite <name>", "run this suite only (repeatable)", collect, [])
    .option("--fixtures <dir>", "run the <suite>/*.json of this folder as well (repeatable)", collect, [])
    .option("--only", "run the cases of --fixtures alone")
    .exitOverride();
  try {
    program.parse(args, { from: "user" });
    const options = program.opts<{ suite: string[]; fixtures: string[]; only?: boolean }>();
    const suites = options.suite.length > 0 ? options.suite : undefined;
    const cases = loadCases({ suites, folders: options.fixtures, only: options.only });
    const names = [...new Set(cases.map((item) => item.suite))];
    const problem = inProcess?.prepare(names);
    if (problem !== undefined) throw new FixtureError(problem);
    const reports: SuiteReport[] = [];
    for (const name of names) {
      const implementation = await inProcess?.load(name);
      if (!implementation) throw new FixtureError(`no implementation of ${name}`);
      reports.push(await runSuite(name, implementation, cases));
    }
    console.log(textReport(reports));
    return reports.every((report) => report.results.every((result) => result.status === "passed")) ? 0 : 1;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(error instanceof FixtureError ? error.message : error);
    return 2;
  }
};
