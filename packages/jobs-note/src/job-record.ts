/** What both a background command and a subagent have. */
type EndedJob = {
  /** The job's own id, as the agent knows it: `job3`. */
  id: string;
  /** How long it ran. Absent is 0, and of a command that nobody watched (4.4) it is not said. */
  seconds?: number | undefined;
  /** Path of a file that holds the whole output, where there is one. */
  log?: string | undefined;
};

/** A background command that has ended, or that could not be started. Specification 4.3 to 4.6. */
export type CommandRecord = EndedJob & {
  kind: "command";
  command: string;
  /** The exit code; null where a signal stopped the command, or where it never ran. Absent as null. */
  exit?: number | null | undefined;
  /** The signal that stopped it; where it is absent beside no exit, `SIGTERM`. */
  signal?: string | null | undefined;
  /**
   * Why it ended, where it did not end by itself: `timeout` (its time limit), `stopped` (on request), `lost` (its
   * session ended, and nobody saw how it went on), or a host's own word.
   */
  reason?: string | undefined;
  /** Why the command could not be started: only where there is neither an exit code nor a signal. */
  error?: string | null | undefined;
  /** The output that the agent has not read yet; empty only where it was seen that there is none. */
  unread?: string | undefined;
  /** Whether its output was still open when it had ended: a process that it started holds it, and may print more. */
  open?: boolean | undefined;
};

/** A subagent that has ended. Specification 4.7 to 4.10. */
export type SubagentRecord = EndedJob & {
  kind: "subagent";
  agent?: string | undefined;
  description?: string | undefined;
  /** The subagent's last words, for the agent to read; empty only where it gave none. */
  report?: string | undefined;
  steps: number;
  /** The number of its tool calls. */
  tools: number;
  /** Why it ended: `stop` (by itself), `stopped`, `steps`, `budget`, `error`, or a host's own word. */
  reason?: string | undefined;
  /** What went wrong, where the reason is `error`. */
  error?: string | null | undefined;
  tokens?: number | undefined;
  /** US dollars. */
  cost?: number | undefined;
  /** One line about the worktree that it leaves behind. */
  worktree?: string | undefined;
};

/** A message from a subagent that is still working. Specification 4.11. */
export type MessageRecord = {
  kind: "message";
  id: string;
  agent?: string | undefined;
  description?: string | undefined;
  text: string;
};

/** A message of the main agent to a subagent that is working. Specification 4.11. */
export type ToSubagentRecord = { kind: "to_subagent"; text: string };

/** What happened, in a form that `jobNote` writes as text. Specification 4.1. */
export type JobRecord = CommandRecord | SubagentRecord | MessageRecord | ToSubagentRecord;

/** The kinds of record, each with a mark of its own. */
export type JobKind = JobRecord["kind"];

/** A record as it may really arrive: its kind is known, its fields may hold anything. */
export type Odd<Kind extends { kind: JobKind }> = { readonly [Field in keyof Kind]?: unknown };
