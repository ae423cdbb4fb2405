import { lstat, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import { formats } from "../formats/all-formats.js";
import type { SessionPlace, SubagentFiles } from "../formats/format.js";
import { unreadAgents } from "../formats/unread-agents.js";
import { filesOf, Listing } from "./files-of-pattern.js";
import { valuesOfFile } from "./values-of-file.js";
import { withoutParts } from "./without-parts.js";

/** A file that holds a session, by its place and name. */
export interface SessionFile {
  readonly path: string;
  readonly bytes: number;
  /** When it was written last, in milliseconds since 1970. */
  readonly modified: number;
}

/** A session: its file, and those of its subagents where they have files of their own. */
export interface FoundSession {
  /** In the order of their paths. */
  readonly files: readonly SessionFile[];
  /** When the newest of them was written last, in milliseconds since 1970. */
  readonly modified: number;
}

/** The sessions that an agent keeps in one folder. */
export interface FoundSessions {
  /** The agent's name for people. */
  readonly agent: string;
  /** The folder that its sessions are under. */
  readonly folder: string;
  /** The newest first. */
  readonly sessions: readonly FoundSession[];
  /** Whether there is more than was looked at. */
  readonly isCut: boolean;
  /** How a person has those sessions read that are not in files of their own: a sentence. */
  readonly hint?: string | undefined;
}

/** Whose sessions are looked for. */
export interface SessionSearch {
  /** The home folder that `~` stands for. */
  readonly home?: string | undefined;
  /** Environment variables, which may move the folders. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/** How many files are asked for their size and age at once. */
const AT_ONCE = 64;

const describeFile = async (path: string): Promise<SessionFile[]> => {
  try {
    const file = await lstat(path);
    return file.isFile() && file.size > 0 ? [{ path, bytes: file.size, modified: file.mtimeMs }] : [];
  } catch {
    return [];
  }
};

/** The folder that a place is: where the environment moves it, or its own. */
const folderOf = (place: SessionPlace, home: string, environment: SessionSearch["environment"]): string => {
  for (const moved of place.moved ?? []) {
    const [variable = "", ...below] = moved.split("/");
    const value = environment?.[variable];
    if (value !== undefined && value.trim() !== "") return join(value.trim(), ...below);
  }
  return join(home, place.folder);
};

const pathOf = ({ files }: FoundSession): string => files[0]?.path ?? "";

/** The first JSON value of a file; `undefined` where it has none, or may not be read. */
const firstLine = async (path: string): Promise<unknown> => {
  try {
    for await (const { value } of valuesOfFile(path)) return value;
  } catch {
    // It says nothing then.
  }
  return undefined;
};

/** The session that a subagent's file belongs to: its path, or the pattern of one that is not there. */
const sessionOf = async (
  path: string,
  { session }: SubagentFiles,
  folder: string,
  listing: Listing,
): Promise<string> => {
  const names = await session(relative(folder, path).split(sep), () => firstLine(path));
  const [found] = await filesOf(folder, names.join("/"), listing);
  return found ?? join(folder, ...names);
};

/** The files that belong together, by the session. */
const groupFiles = (files: readonly SessionFile[], sessions: ReadonlyMap<string, string>): FoundSession[] => {
  const groups = new Map<string, SessionFile[]>();
  for (const file of files) {
    const session = sessions.get(file.path) ?? file.path;
    const group = groups.get(session);
    if (group) group.push(file);
    else groups.set(session, [file]);
  }
  return [...groups.values()].map((group) => ({
    files: group.sort((one, two) => (one.path < two.path ? -1 : 1)),
    modified: group.reduce((newest, { modified }) => Math.max(newest, modified), 0),
  }));
};

const sessionsAt = async (
  title: string,
  { agent, files: patterns, subagents = [], hint }: SessionPlace,
  folder: string,
): Promise<FoundSessions | undefined> => {
  const listing = new Listing();
  /** The session of each file. */
  const paths = new Map<string, string>();
  for (const pattern of patterns)
    for (const path of await filesOf(folder, pattern, listing)) paths.set(path, path);
  for (const subagent of subagents)
    for (const path of await filesOf(folder, subagent.files, listing))
      paths.set(path, await sessionOf(path, subagent, folder, listing));
  if (paths.size === 0) return undefined;
  const found = { agent: agent ?? title, folder, isCut: listing.isCut };
  if (hint !== undefined) return { ...found, sessions: [], hint };
  const all = withoutParts(paths.keys());
  const files: SessionFile[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    files.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(describeFile))).flat());
  const sessions = groupFiles(files, paths).sort(
    (one, two) => two.modified - one.modified || (pathOf(one) < pathOf(two) ? -1 : 1),
  );
  return sessions.length === 0 ? undefined : { ...found, sessions };
};

/**
 * Looks where agents keep their sessions. Only in the folders that the formats name, as deep as they say, and at most
 * 10,000 entries of each: never a whole home. The agent's own folder may be a symbolic link; none below it is
 * followed. What is not there or may not be read is passed over.
 *
 * @param search whose sessions; by default those of the person who runs this
 * @returns the folders in which there are any, the one with the newest session first
 * @example
 * const [newest] = await findSessions();
 * console.log(newest?.agent, newest?.sessions[0]?.files[0]?.path);
 */
export const findSessions = async ({
  home = homedir(),
  environment = process.env,
}: SessionSearch = {}): Promise<FoundSessions[]> => {
  const found: FoundSessions[] = [];
  const looked = new Set<string>();
  for (const { title, sessions = [] } of [...formats, ...unreadAgents]) {
    for (const place of sessions) {
      const folder = folderOf(place, home, environment);
      const real = await realpath(folder).catch(() => undefined);
      const name = `${title} ${place.files.join()} ${real}`;
      if (real === undefined || looked.has(name)) continue;
      looked.add(name);
      const at = await sessionsAt(title, place, folder);
      if (at) found.push(at);
    }
  }
  const age = ({ sessions }: FoundSessions): number => sessions[0]?.modified ?? 0;
  return found.sort((one, two) => age(two) - age(one));
};
