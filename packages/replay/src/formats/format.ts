import type { Problems } from "../report/problems.js";
import { toJsonText } from "./json.js";
import type { Recorded } from "./recorded.js";
import type { ToolCalls } from "./tool-calls.js";
import type { ToolTable } from "./tool-rules.js";

/** What a reader is given: the agent's tool table, its calls that wait for a result, and where to count what it cannot use. */
export interface ReaderSetup {
  readonly table: ToolTable;
  readonly calls: ToolCalls;
  readonly problems: Problems;
}

/** Reads one recording, value by value. */
export abstract class Reader {
  protected readonly setup: ReaderSetup;

  constructor(setup: ReaderSetup) {
    this.setup = setup;
  }

  /** What one JSON value of the file holds. `where` is its place, for problems. */
  abstract read(value: unknown, where: string): Iterable<Recorded>;

  /** What is left when the recording is over. */
  end(): Iterable<Recorded> {
    return [];
  }

  /** Counts a value that the format is not known to have. */
  protected unknown(kind: string, name: unknown, where: string): void {
    this.setup.problems.add(`unknown ${kind} ${toJsonText(name)}`, where);
  }
}

/** Where a value stands in a session that may branch. */
export interface BranchEntry {
  readonly id: string;
  /** The id of the entry that it goes on from; null: none, it begins the session; `undefined`: the entry before it. */
  readonly parent: string | null | undefined;
  /** Whether a branch may begin with it; `elsewhere`: only where its parent stands in another than the entry before it. */
  readonly begins: boolean | "elsewhere";
  /** Whether it puts nothing into the conversation. */
  readonly silent: boolean;
}

/** The name of a value, and of the one that it is a copy of: the same for one that is none. */
export interface ValueIdentity {
  readonly own: string;
  readonly original: string;
}

/** Files of subagents, each with one of its own. They count with their session. */
export interface SubagentFiles {
  /** As in `SessionPlace`. */
  readonly files: string;
  /**
   * The session's file, by names as in `files`.
   *
   * @param names the subagent's file: names of folders, and its own
   * @param firstLine reads its first line: a JSON value
   */
  session(
    names: readonly string[],
    firstLine: () => Promise<unknown>,
  ): readonly string[] | Promise<readonly string[]>;
}

/** A folder in which an agent keeps its sessions. */
export interface SessionPlace {
  /** Whose it is, where that is not the format's title. */
  readonly agent?: string | undefined;
  /** Below the home folder, such as `.claude/projects`. */
  readonly folder: string;
  /**
   * Environment variables that move it, each with what is below: `XDG_DATA_HOME/opencode`. The first that is set
   * counts.
   */
  readonly moved?: readonly string[] | undefined;
  /** The files in it: names of folders, and the file's; `*` is any part of a name, as in `*\/chats/session-*.json`. */
  readonly files: readonly string[];
  readonly subagents?: readonly SubagentFiles[] | undefined;
  /** Of sessions that are not in files of their own: how a person has them read, a sentence. */
  readonly hint?: string | undefined;
}

/** A format of recordings. */
export interface Format {
  /** The name that `--map` uses. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** Where the agent keeps its sessions; absent: where a person puts them. */
  readonly sessions?: readonly SessionPlace[] | undefined;
  readonly table: ToolTable;
  /** Whether a value of a file may be a list: of messages, or of events. */
  readonly hasLists?: boolean | undefined;
  /** Whether a JSON value of a file shows that the file is of this format. */
  recognises(value: unknown): boolean;
  /** For a format whose sessions may branch: where a value stands, `undefined` where it belongs to every branch. */
  entry?(value: unknown): BranchEntry | undefined;
  /** For a format whose sessions may be copied into others: which value it is, wherever it stands. */
  identity?(value: unknown): ValueIdentity | undefined;
  reader(setup: ReaderSetup): Reader;
}
