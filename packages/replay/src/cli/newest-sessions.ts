import { formatPlural } from "@lembas/format";
import { type FoundSessions, findSessions } from "../input/find-sessions.js";
import { CannotRun } from "./cannot-run.js";

/** How many sessions are replayed where nobody names one. */
const NEWEST = 10;

/** What agents have recorded on this machine, and which of it is replayed. */
export interface NewestSessions {
  /** What was found, a line for each folder. */
  readonly lines: readonly string[];
  /** The newest sessions of all folders, the newest first. */
  readonly paths: readonly string[];
}

const folderLine = ({ agent, folder, files, isCut, hint }: FoundSessions): string => {
  const count = `${isCut ? "more than " : ""}${formatPlural(files.length, "session")}`;
  return hint === undefined ? `  ${agent}: ${count} in ${folder}` : `  ${agent}: ${folder}. ${hint}`;
};

/**
 * Looks where agents keep their sessions.
 *
 * @throws {CannotRun} there are none
 */
export const newestSessions = async (): Promise<NewestSessions> => {
  const found = await findSessions();
  const files = found.flatMap((sessions) => sessions.files);
  const folders = found.map(folderLine);
  if (files.length === 0)
    throw new CannotRun(
      [
        "No session of an agent was found on this machine. Name a file or folder with recorded sessions, or use --sample.",
        ...folders,
      ].join("\n"),
    );
  const newest = files.sort((one, other) => other.modified - one.modified).slice(0, NEWEST);
  const all = newest.length === files.length;
  const which = all
    ? "All of them are replayed."
    : `The newest ${newest.length} are replayed; name a folder for all of it.`;
  return { lines: ["Found on this machine:", ...folders, which], paths: newest.map(({ path }) => path) };
};
