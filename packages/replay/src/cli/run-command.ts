import { formatPlural } from "@lembas/format";
import { Command, CommanderError, Option } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { formats } from "../formats/all-formats.js";
import type { ReplayOptions } from "../replay-options.js";
import type { Problem, Problems } from "../report/problems.js";
import { countWrong, problemList, reportText } from "../report/report-text.js";
import { addTotals, emptyTotals, type RecordingReport, type Totals } from "../report/totals.js";
import { visible } from "../report/visible.js";
import { CannotRun } from "./cannot-run.js";
import { readMapFile } from "./read-map-file.js";
import { replayRecordings } from "./replay-recordings.js";
import { sampleClosing } from "./sample-closing.js";

interface Flags {
  readonly print?: boolean;
  readonly json?: boolean;
  readonly tokens?: boolean;
  readonly calls?: boolean;
  readonly compare?: boolean;
  readonly verify?: boolean;
  readonly union?: boolean;
  readonly acrossEdits?: boolean;
  readonly each?: boolean;
  readonly sample?: boolean;
  readonly map?: string;
}

const nothingFound = (paths: readonly string[], problems: Problems): string => {
  const tried = "In a folder, the files that end in .jsonl, .ndjson, .json or .traj are tried.";
  const passed = problemList(problems.list()).map((line) => ` ${line}.`);
  return `No recording found in ${paths.join(", ")}. ${tried}${passed.join("")}`;
};

const optionsOf = async (flags: Flags): Promise<ReplayOptions> => ({
  union: flags.union,
  acrossEdits: flags.acrossEdits,
  verify: flags.verify || flags.sample,
  compare: flags.compare || flags.sample,
  calls: flags.calls,
  countTokens: flags.tokens ? (await import("./tokens.js")).countO200k : undefined,
  map: flags.map === undefined ? undefined : await readMapFile(flags.map),
  onInserted: flags.print ? (text) => process.stdout.write(`${text}\n\n`) : undefined,
});

const titleOf = (reports: readonly RecordingReport[], all: Totals, flags: Flags): string => {
  const conversations = formatPlural(all.conversations, "conversation");
  const [first] = reports;
  if (reports.length > 1 || !first) return `${formatPlural(reports.length, "recording")}, ${conversations}`;
  return `${flags.sample ? "The sample session" : first.file} (${first.format}, ${conversations})`;
};

const printReports = (
  reports: readonly RecordingReport[],
  all: Totals,
  problems: readonly Problem[],
  flags: Flags,
): void => {
  if (flags.json) {
    const unit = flags.tokens ? "tokens" : "characters";
    const report = { recordings: reports, all: { totals: all, problems }, unit };
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  const { tokens = false, calls = false, compare = false, sample = false } = flags;
  const parts = { tokens, calls, compare: compare || sample };
  if (flags.each && reports.length > 1)
    for (const { file, format, totals, problems: own } of reports)
      process.stdout.write(`${reportText(`${file} (${format})`, totals, own, parts)}\n\n`);
  process.stdout.write(`${reportText(titleOf(reports, all, flags), all, problems, parts)}\n`);
  if (sample) process.stdout.write(`\n${sampleClosing(all)}\n`);
};

const run = async (paths: readonly string[], flags: Flags, samplePath: string): Promise<number> => {
  if (flags.sample && paths.length > 0)
    throw new CannotRun("--sample replays the sample session alone: leave it out, or the files.");
  if (paths.length === 0 && !flags.sample)
    throw new CannotRun("Name a file or folder with recorded sessions, or use --sample.");
  const named = flags.sample ? [samplePath] : paths;
  const { reports, problems, failures } = await replayRecordings(named, await optionsOf(flags));
  for (const failure of failures) process.stderr.write(`${visible(failure)}\n`);
  if (reports.length === 0 && failures.length === 0) throw new CannotRun(nothingFound(paths, problems));
  if (reports.length === 0) return 2;
  const all = emptyTotals();
  for (const { totals, problems: own } of reports) {
    addTotals(all, totals);
    problems.merge(own);
  }
  printReports(reports, all, problems.list(), flags);
  if (countWrong(all) > 0) return 1;
  return failures.length > 0 ? 2 : 0;
};

const command = (): Command =>
  new Command("lembas-replay")
    .description(
      "Puts recorded agent sessions through @lembas: what would have gone into the context, and what not.",
    )
    .argument("[paths...]", "recordings, or folders with files that end in .jsonl, .ndjson, .json or .traj")
    .version(manifest.version, "--version", "print the version")
    .addOption(new Option("--print", "print every inserted text").conflicts("json"))
    .option("--json", "print the report as JSON")
    .option("--tokens", "count tokens (o200k) too; policies and calls are in tokens then")
    .option("--calls", "count the input of all model calls, with and without the price of cached tokens")
    .option("--compare", "put the same sessions through other policies too, which the README describes")
    .option("--verify", "check every stub and recall against the conversation; exit 1 if one is false")
    .option("--union", "let several reads together cover a read")
    .option("--across-edits", "let reads stay good across the session's own edits")
    .option("--each", "a report for each recording before the one for all")
    .option("--map <file>", "JSON with further tool names and arguments, by format")
    .option("--sample", "replay the sample session, verified and compared")
    .addHelpText(
      "after",
      `\nExamples:\n  lembas-replay --sample\n  lembas-replay --verify --compare ~/.claude/projects/my-project\n\nKnown formats: ${formats.map(({ name, title }) => `${title} (${name})`).join(", ")}.\nExit codes: 0 fine, 1 a false stub or recall, 2 a file (or all) could not be replayed.`,
    )
    .exitOverride();

/**
 * The command line: reads recordings, prints the report. Whatever goes wrong is said on standard error.
 *
 * @param args the arguments after the command's name
 * @param places where the sample session is
 * @returns the exit code: 0 fine, 1 a false stub or recall, 2 a file (or all) could not be replayed
 * @example
 * process.exitCode = await runCommand(["--verify", "session.jsonl"], { sample: "samples/working-session.jsonl" });
 */
export const runCommand = async (
  args: readonly string[],
  places: { readonly sample: string },
): Promise<number> => {
  try {
    const program = command().parse([...args], { from: "user" });
    return await run(program.args, program.opts<Flags>(), places.sample);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`${visible(error instanceof Error ? error.message : String(error))}\n`);
    return 2;
  }
};
