import { formatPlural } from "@lembas/format";
import { CommanderError } from "commander";
import { formats } from "../formats/all-formats.js";
import { readToolMap, type ToolMap } from "../formats/tool-rules.js";
import type { ReplayOptions } from "../replay-options.js";
import { countWrong } from "../report/conclusion.js";
import { reportPage } from "../report/page/report-page.js";
import { readPrices } from "../report/prices.js";
import { Problems } from "../report/problems.js";
import type { Report } from "../report/report.js";
import { reportJson } from "../report/report-json.js";
import { reportMarkdown } from "../report/report-markdown.js";
import { problemList, type ReportParts, reportText } from "../report/report-text.js";
import { addTotals, emptyTotals } from "../report/totals.js";
import { visible } from "../report/visible.js";
import { CannotRun } from "./cannot-run.js";
import { command, type Flags } from "./flags.js";
import { LargestSession } from "./largest-session.js";
import { loadTokenizer } from "./load-tokenizer.js";
import { NEWEST, newestSessions } from "./newest-sessions.js";
import { checkPageFile, writePage } from "./page-file.js";
import { readJsonFile } from "./read-json-file.js";
import {
  type RecordingsToReplay,
  type ReplayedRecordings,
  recordingsIn,
  replayRecordings,
} from "./replay-recordings.js";
import { sampleClosing } from "./sample-closing.js";

/** The exit code of what Ctrl-C ended. */
const INTERRUPTED = 130;

const nothingFound = (paths: readonly string[], { problems }: ReplayedRecordings): string => {
  const passed = problemList(problems.list()).map((line) => ` ${line}.`);
  if (paths.length === 0)
    return `None of the sessions found on this machine has a result of a tool that can be replayed.${passed.join("")} Name a file or folder with recorded sessions, or use --sample.`;
  const tried = "In a folder, the files that end in .jsonl, .ndjson, .json or .traj are tried.";
  return `No recording found in ${paths.join(", ")}. ${tried}${passed.join("")}`;
};

const readMap = (value: unknown): ToolMap =>
  readToolMap(
    value,
    formats.map(({ name }) => name),
  );

const optionsOf = async (
  flags: Flags,
  largest: LargestSession,
  signal: AbortSignal,
): Promise<ReplayOptions> => ({
  union: flags.union,
  acrossEdits: flags.acrossEdits,
  verify: true,
  compare: true,
  variants: flags.details,
  countTokens: flags.tokens ? await loadTokenizer() : undefined,
  map: flags.map === undefined ? undefined : await readJsonFile(flags.map, readMap),
  onInserted: flags.print ? (text) => process.stdout.write(`${text}\n\n`) : undefined,
  onSession: flags.html !== undefined || flags.json ? (session) => largest.add(session) : undefined,
  signal,
});

/** What was asked for is put together, and told how it is to be shown. */
const reportOf = (
  { reports, problems, files }: ReplayedRecordings,
  flags: Flags,
  isInterrupted: boolean,
): Report => {
  const totals = emptyTotals();
  for (const report of reports) {
    addTotals(totals, report.totals);
    problems.merge(report.problems);
  }
  const conversations = formatPlural(totals.conversations, "conversation");
  const [first] = reports;
  const title =
    reports.length !== 1 || !first
      ? `${formatPlural(reports.length, "recording")}, ${conversations}`
      : `${flags.sample ? "The sample session" : first.file} (${first.format}, ${conversations})`;
  return {
    title,
    totals,
    problems: problems.list(),
    recordings: reports,
    interrupted: isInterrupted
      ? `Interrupted: this is the report so far, of ${formatPlural(reports.length, "recording")} among ${formatPlural(files, "file")}.`
      : undefined,
  };
};

const printReport = async (
  report: Report,
  parts: ReportParts,
  flags: Flags,
  largest: LargestSession,
  inputs: readonly string[],
): Promise<void> => {
  const { title, totals, problems, recordings, interrupted } = report;
  const lines: string[] = [];
  if (flags.json) lines.push(JSON.stringify(reportJson(report, parts, largest.session, flags), null, 2));
  else if (flags.markdown) lines.push(reportMarkdown(report, parts));
  else {
    if (flags.each && recordings.length > 1)
      for (const { file, format, totals: own, problems: ownProblems } of recordings)
        lines.push(reportText(`${file} (${format})`, own, ownProblems, parts), "");
    if (interrupted !== undefined) lines.push(interrupted, "");
    lines.push(reportText(title, totals, problems, parts));
    if (flags.sample) lines.push("", sampleClosing());
  }
  try {
    // First: where nobody reads all of the report, the process ends with it.
    if (flags.html !== undefined)
      await writePage(flags.html, inputs, reportPage(report, parts, largest.session, flags));
  } finally {
    process.stdout.write(`${lines.join("\n")}\n`);
  }
  if (flags.html === undefined) return;
  const written = `The page is in ${visible(flags.html)}.\n`;
  if (flags.json || flags.markdown) process.stderr.write(written);
  else process.stdout.write(`\n${written}`);
};

/** What is to be replayed: what is named, the sample, or the newest on this machine, which it says. */
const recordingsOf = async (
  paths: readonly string[],
  flags: Flags,
  sample: string,
): Promise<RecordingsToReplay> => {
  if (flags.sample && paths.length > 0)
    throw new CannotRun("--sample replays the sample session alone: leave it out, or the files.");
  if (flags.sample || paths.length > 0) return recordingsIn(flags.sample ? [sample] : paths);
  const { lines, sessions } = await newestSessions();
  process.stderr.write(`${lines.map(visible).join("\n")}\n\n`);
  return { sessions, enough: NEWEST, problems: new Problems(), failures: [] };
};

const run = async (given: readonly string[], flags: Flags, samplePath: string): Promise<number> => {
  if ((flags.names || flags.texts) && flags.html === undefined && !flags.json)
    throw new CannotRun("--names and --texts are for --html FILE and --json.");
  const recordings = await recordingsOf(given, flags, samplePath);
  const inputs = recordings.sessions.flat().map(({ path }) => path);
  if (flags.html !== undefined) await checkPageFile(flags.html, inputs);
  const prices = flags.price === undefined ? undefined : await readJsonFile(flags.price, readPrices);
  const largest = new LargestSession();
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort();
  const options = await optionsOf(flags, largest, interrupt.signal);
  process.once("SIGINT", onInterrupt);
  const replayed = await replayRecordings(recordings, options).finally(() =>
    process.off("SIGINT", onInterrupt),
  );
  const isInterrupted = interrupt.signal.aborted;
  for (const failure of replayed.failures) process.stderr.write(`${visible(failure)}\n`);
  if (replayed.reports.length === 0) {
    if (isInterrupted) process.stderr.write("Interrupted before a recording was replayed.\n");
    else if (replayed.failures.length === 0) throw new CannotRun(nothingFound(given, replayed));
    return isInterrupted ? INTERRUPTED : 2;
  }
  const report = reportOf(replayed, flags, isInterrupted);
  const unit = flags.tokens ? "tokens" : "characters";
  await printReport(report, { unit, details: flags.details, prices }, flags, largest, inputs);
  if (isInterrupted) return INTERRUPTED;
  if (countWrong(report.totals) > 0) return 1;
  return replayed.failures.length > 0 ? 2 : 0;
};

/**
 * The command line: reads recordings, prints the report. Whatever goes wrong is said on standard error.
 *
 * @param args the arguments after the command's name
 * @param places where the sample session is
 * @returns the exit code: 0 fine, 1 a false stub, repeat, mark or recall, 2 a file (or all) could not be replayed, 130
 *   interrupted
 * @example
 * process.exitCode = await runCommand(["session.jsonl"], { sample: "samples/working-session.jsonl" });
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
    const message = error instanceof Error ? error.message : String(error);
    const lines = error instanceof CannotRun ? error.lines : [message];
    process.stderr.write(`${lines.map(visible).join("\n")}\n`);
    return 2;
  }
};
