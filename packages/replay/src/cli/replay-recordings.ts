import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type Fail, type FoundFile, findRecordings } from "../input/find-recordings.js";
import { replayFileAmongOthers } from "../replay-file.js";
import type { ReplayOptions } from "../replay-options.js";
import { UnknownFormatError } from "../replay-values.js";
import { Problems } from "../report/problems.js";
import { problemList } from "../report/report-text.js";
import { countResults, type RecordingReport } from "../report/totals.js";
import { CannotRun, inWords } from "./cannot-run.js";
import { Progress } from "./progress.js";

/** What is to be replayed. */
export interface RecordingsToReplay {
  /** Files that belong together: of a session its own and its subagents', else one each. */
  readonly sessions: readonly (readonly FoundFile[])[];
  /** So many sessions with results are enough. */
  readonly enough: number;
  /** Of what was named and may not be read: counted. */
  readonly problems: Problems;
  /** The same, a sentence each. */
  readonly failures: readonly string[];
}

/** What came of the files that were to be replayed. */
export interface ReplayedRecordings {
  readonly reports: readonly RecordingReport[];
  /** Files that are none, counted. */
  readonly problems: Problems;
  /** What was named and could not be replayed, a sentence each. */
  readonly failures: readonly string[];
  /** How many files there were. */
  readonly files: number;
}

const FAILED = "file that could not be replayed";

const emptyMessage = ({ file, format, totals, problems }: RecordingReport): string => {
  const missing =
    totals.unread.results === 0 ? "no result of a tool" : "no result of a tool that a model call read";
  const unused = problems.length === 0 ? "" : ` Not used in it: ${problemList(problems).join("; ")}.`;
  return `${file} (${format}) holds ${missing}, so there is nothing to replay. Name a session in which the agent called tools.${unused}`;
};

/** What a file in a folder is that cannot be read, for the count. */
const unknownKind = ({ agent }: UnknownFormatError): string =>
  agent === undefined
    ? "file that is no recording that is known"
    : `recording of ${agent}, which is not read`;

/** Whether a file has the same bytes as one before it. */
const isAgain = async (path: string, digests: Set<string>): Promise<boolean> => {
  if (!(await stat(path)).isFile()) return false;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const digest = hash.digest("hex");
  const isKnown = digests.has(digest);
  digests.add(digest);
  return isKnown;
};

/** The files that paths name, and those in folders that they name. */
export const recordingsIn = async (paths: readonly string[]): Promise<RecordingsToReplay> => {
  const problems = new Problems();
  const failures: string[] = [];
  const fail: Fail = (path, error) => {
    problems.add(FAILED, path);
    failures.push(inWords(error, path));
  };
  const files: FoundFile[] = [];
  for (const path of paths) files.push(...(await findRecordings(path, fail)));
  return { sessions: files.map((file) => [file]), enough: Number.POSITIVE_INFINITY, problems, failures };
};

/**
 * Replays files. One that cannot be replayed does not stop the others; where nobody named it, nor its folder, it is
 * counted and no failure.
 */
export const replayRecordings = async (
  { sessions, enough, problems, failures: notFound }: RecordingsToReplay,
  options: ReplayOptions,
): Promise<ReplayedRecordings> => {
  const failures = [...notFound];
  const reports: RecordingReport[] = [];
  const digests = new Set<string>();
  const counted = new Set<string>();
  const progress = new Progress(process.stderr);
  const among = sessions.reduce((sum, files) => sum + files.length, 0) > 1;
  const fail = ({ path, by }: FoundFile, error: unknown): void => {
    problems.add(FAILED, path);
    if (by !== "search") failures.push(inWords(error, path));
  };
  const replay = async (file: FoundFile): Promise<void> => {
    try {
      if (among && (await isAgain(file.path, digests))) {
        problems.add("copy of another file", file.path);
        return;
      }
      const onBytes = (read: number): void => progress.at(read);
      const { report, identities } = await replayFileAmongOthers(file.path, options, onBytes, counted);
      const isCopy = [...identities].some((identity) => counted.has(identity));
      for (const identity of identities) counted.add(identity);
      if (countResults(report.totals) > 0) reports.push(report);
      else if (isCopy) problems.add("session that another file has", file.path);
      else if (options.signal?.aborted) return;
      else if (file.by === "name") fail(file, new CannotRun(emptyMessage(report)));
      else problems.add("recording without a result", file.path);
    } catch (error) {
      // What was cut off in the middle may look like no recording.
      if (options.signal?.aborted) return;
      if (file.by === "name" || !(error instanceof UnknownFormatError)) fail(file, error);
      else problems.add(unknownKind(error), file.path);
    } finally {
      progress.fileDone(file.bytes);
    }
  };
  const expect = (files: readonly FoundFile[]): void => {
    for (const { bytes } of files) progress.expect(bytes);
  };
  for (const files of sessions.slice(0, enough)) expect(files);
  let replayed = 0;
  for (const [at, files] of sessions.entries()) {
    if (replayed >= enough || options.signal?.aborted) break;
    if (at >= enough) expect(files);
    const before = reports.length;
    for (const file of files) if (!options.signal?.aborted) await replay(file);
    if (reports.length > before) replayed += 1;
  }
  progress.end();
  return { reports, problems, failures, files: progress.files };
};
