import { formatPlural } from "@lembas/format";
import { Command, CommanderError } from "commander";
import manifest from "../package.json" with { type: "json" };
import { CannotRun } from "./cannot-run.js";
import { formats } from "./formats/all-formats.js";
import type { Problems } from "./problems.js";
import { readMapFile } from "./read-map-file.js";
import type { ReplayOptions } from "./replay-options.js";
import { replayRecordings } from "./replay-recordings.js";
import { countWrong, problemList, reportText } from "./report-text.js";
import { sampleClosing } from "./sample-closing.js";
import { addReport, emptyReport } from "./totals.js";
import { visible } from "./visible.js";

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

const run = async (paths: readonly string[], flags: Flags, samplePath: string): Promise<number> => {
  const sample = flags.sample === true;
  if (paths.length === 0 && !sample)
    throw new CannotRun("Name a file or folder with recorded sessions, or use --sample.");
  const compare = flags.compare === true || sample;
  const tokens = flags.tokens === true;
  const options: ReplayOptions = {
    union: flags.union,
    acrossEdits: flags.acrossEdits,
    verify: flags.verify === true || sample,
    compare,
    calls: flags.calls,
    countTokens: tokens ? (await import("./tokens.js")).countO200k : undefined,
    map: flags.map === undefined ? undefined : await readMapFile(flags.map),
    onInserted: flags.print ? (text) => process.stdout.write(`${text}\n\n`) : undefined,
  };
  const { reports, problems, failures } = await replayRecordings(sample ? [samplePath] : paths, options);
  for (const failure of failures) process.stderr.write(`${visible(failure)}\n`);
  if (reports.length === 0) {
    if (failures.length === 0) throw new CannotRun(nothingFound(paths, problems));
    return 2;
  }
  const all = emptyReport();
  for (const { totals, problems: own } of reports) {
    addReport(all, totals);
    problems.merge(own);
  }
  const code = countWrong(all) > 0 ? 1 : failures.length > 0 ? 2 : 0;
  if (flags.json) {
    const json = {
      recordings: reports,
      all: { totals: all, problems: problems.list() },
      unit: tokens ? "tokens" : "characters",
    };
    process.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
    return code;
  }
  const parts = { tokens, compare, calls: flags.calls === true };
  if (flags.each && reports.length > 1)
    for (const { file, format, totals, problems: own } of reports)
      process.stdout.write(`${reportText(`${file} (${format})`, totals, own, parts)}\n\n`);
  const [only] = reports;
  const name = sample ? "The sample session" : only?.file;
  const title =
    reports.length === 1 && only
      ? `${name} (${only.format}, ${formatPlural(all.conversations, "conversation")})`
      : `${formatPlural(reports.length, "recording")}, ${formatPlural(all.conversations, "conversation")}`;
  process.stdout.write(`${reportText(title, all, problems.list(), parts)}\n`);
  if (sample) process.stdout.write(`\n${sampleClosing(all)}\n`);
  return code;
};

const command = (): Command =>
  new Command("lembas-replay")
    .description(
      "Puts recorded agent sessions through @lembas: what would have gone into the context, and what not.",
    )
    .argument("[paths...]", "recordings, or folders with files that end in .jsonl, .ndjson, .json or .traj")
    .version(manifest.version, "--version", "print the version")
    .option("--print", "print every inserted text")
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
