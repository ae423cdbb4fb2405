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

/** What came of the files and folders that a person named. */
export interface ReplayedRecordings {
  readonly reports: readonly RecordingReport[];
  /** Files that are none, counted. */
  readonly problems: Problems;
  /** What was named and could not be replayed, a sentence each. */
  readonly failures: readonly string[];
  /** How many files there were. */
  readonly files: number;
}

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

/** Replays files, and files in folders. One that cannot be replayed does not stop the others. */
export const replayRecordings = async (
  paths: readonly string[],
  options: ReplayOptions,
): Promise<ReplayedRecordings> => {
  const problems = new Problems();
  const failures: string[] = [];
  const fail: Fail = (path, error) => {
    problems.add("file that could not be replayed", path);
    failures.push(inWords(error, path));
  };
  const files: FoundFile[] = [];
  for (const path of paths) files.push(...(await findRecordings(path, fail)));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const progress = new Progress(process.stderr, files.length, bytes);
  const reports: RecordingReport[] = [];
  const digests = new Set<string>();
  const counted = new Set<string>();
  for (const file of files) {
    if (options.signal?.aborted) break;
    try {
      if (files.length > 1 && (await isAgain(file.path, digests))) {
        problems.add("copy of another file", file.path);
        continue;
      }
      const onBytes = (read: number): void => progress.at(read);
      const { report, identities } = await replayFileAmongOthers(file.path, options, onBytes, counted);
      const isCopy = [...identities].some((identity) => counted.has(identity));
      for (const identity of identities) counted.add(identity);
      if (countResults(report.totals) > 0) reports.push(report);
      else if (isCopy) problems.add("session that another file has", file.path);
      else if (options.signal?.aborted) break;
      else if (file.named) fail(file.path, new CannotRun(emptyMessage(report)));
      else problems.add("recording without a result", file.path);
    } catch (error) {
      // What was cut off in the middle may look like no recording.
      if (options.signal?.aborted) break;
      if (file.named || !(error instanceof UnknownFormatError)) fail(file.path, error);
      else problems.add(unknownKind(error), file.path);
    } finally {
      progress.fileDone(file.bytes);
    }
  }
  progress.end();
  return { reports, problems, failures, files: files.length };
};
