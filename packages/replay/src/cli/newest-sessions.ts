import { formatPlural } from "@lembas/format";
import type { FoundFile } from "../input/find-recordings.js";
import { type FoundSessions, findSessions } from "../input/find-sessions.js";
import { CannotRun } from "./cannot-run.js";

/** How many sessions are replayed where nobody names one. */
export const NEWEST = 10;

/** What agents have recorded on this machine. */
export interface NewestSessions {
  /** What was found, a line for each folder. */
  readonly lines: readonly string[];
  /** The sessions of all folders, the newest first: the files of each, its own and its subagents'. */
  readonly sessions: readonly (readonly FoundFile[])[];
}

const folderLine = ({ agent, folder, sessions, isCut, hint }: FoundSessions): string => {
  if (hint !== undefined) return `  ${agent}: ${folder}. ${hint}`;
  const files = sessions.reduce((sum, session) => sum + session.files.length, 0);
  const ofSubagents = files > sessions.length ? ` (${formatPlural(files, "file")})` : "";
  const count = `${isCut ? "more than " : ""}${formatPlural(sessions.length, "session")}`;
  return `  ${agent}: ${count}${ofSubagents} in ${folder}`;
};

/**
 * Looks where agents keep their sessions.
 *
 * @throws {CannotRun} there are none
 */
export const newestSessions = async (): Promise<NewestSessions> => {
  const found = await findSessions();
  const sessions = found.flatMap((place) => place.sessions);
  const folders = found.map(folderLine);
  if (sessions.length === 0)
    throw new CannotRun(
      `No session ${folders.length > 0 ? "that can be read" : "of an agent"} was found on this machine. Name a file or folder with recorded sessions, or use --sample.`,
      ...folders,
    );
  const which =
    sessions.length <= NEWEST
      ? "All with results of tools are replayed."
      : `The newest ${NEWEST} with results of tools are replayed; name a folder for all of it.`;
  const newest = sessions
    .sort((one, other) => other.modified - one.modified)
    .map(({ files }) => files.map(({ path, bytes }): FoundFile => ({ path, bytes, by: "search" })));
  return { lines: ["Found on this machine:", ...folders, which], sessions: newest };
};
