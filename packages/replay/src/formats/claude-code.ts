import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { claudeCodeEntry, identityOfLine } from "./claude-code-entry.js";
import { dataFolders } from "./data-folders.js";
import { type Format, Reader, type SessionPlace } from "./format.js";
import { resultText, toInteger, toJsonText, toList, toName, toObject, toText } from "./json.js";
import { printedLines } from "./printed-lines.js";
import type { Recorded, RecordedOutput, RecordedRead } from "./recorded.js";
import type { ToolTable } from "./tool-rules.js";

const table: ToolTable = {
  tools: {
    Read: { op: "read", path: ["file_path"], offset: ["offset"], limit: ["limit"], style: "numbered" },
    Edit: { op: "edit", path: ["file_path"], old: ["old_string"], new: ["new_string"], all: ["replace_all"] },
    MultiEdit: {
      op: "edit",
      path: ["file_path"],
      list: ["edits"],
      old: ["old_string"],
      new: ["new_string"],
      all: ["replace_all"],
    },
    Write: { op: "write", path: ["file_path"], text: ["content"] },
    Bash: { op: "shell", command: ["command"] },
    Grep: { op: "output", as: "grep" },
    Glob: { op: "output", as: "glob" },
    LS: { op: "output", as: "list" },
  },
  failures: ["<tool_use_error>", "Error:", "The user doesn't want to"],
};

/** Events that put nothing into the conversation. */
const silent = new Set(
  (
    "summary progress queue-operation file-history-snapshot permission-mode mode agent-name custom-title ai-title " +
    "last-prompt frame-link pr-link worktree-state tag bridge-session started result relocated atis-latch"
  ).split(" "),
);

/** Of a read, what the recording has beside the text: the lines without numbers, and how many there are. */
const readByFile = (extra: JsonObject): Pick<RecordedRead, "path" | "printed"> | undefined => {
  const file = toObject(extra["file"]);
  const path = toText(file["filePath"]);
  const content = toText(file["content"]);
  const first = toInteger(file["startLine"]);
  if (path === undefined || content === undefined || first === undefined || first < 1) return undefined;
  const lines = content.split("\n");
  const end = first - 1 + lines.length;
  const whole = end >= (toInteger(file["totalLines"]) ?? Number.POSITIVE_INFINITY);
  return { path, printed: { first, lines, ...(whole && { parts: end }) } };
};

/** Whether the model was given all lines that stand beside a result: of a long one it may be a preview alone. */
const shows = (step: RecordedRead | RecordedOutput, { printed }: Pick<RecordedRead, "printed">): boolean => {
  const given = step.op === "read" ? step.printed : printedLines(step.result, "numbered", {});
  return (given?.lines.length ?? 0) >= (printed?.lines.length ?? 0);
};

/** What is known of one conversation. */
interface Talk {
  /** The answer of the model that was read last. */
  message: unknown;
  /** Whether a boundary was read, and its summary not yet. */
  isCompacted: boolean;
  /** The lines that are there, each with the calls of its results, for what a compaction keeps. */
  lines: { readonly id: string; readonly calls: readonly string[] }[];
}

/** The calls of the results in a message. */
const resultCalls = (content: unknown): string[] =>
  toList(content)
    .filter(isJsonObject)
    .flatMap(({ type, tool_use_id: id }) => (type === "tool_result" && typeof id === "string" ? [id] : []));

/** The lines that a compaction says it preserved: by name, or from one line to another. */
const preserved = (
  lines: Talk["lines"],
  { preservedMessages, preservedSegment }: JsonObject,
): Talk["lines"] => {
  const { uuids } = toObject(preservedMessages);
  if (Array.isArray(uuids)) {
    const named = new Set<unknown>(uuids);
    return lines.filter(({ id }) => named.has(id));
  }
  const { headUuid: head, tailUuid: tail } = toObject(preservedSegment);
  const from = lines.findIndex(({ id }) => id === head);
  const to = lines.findIndex(({ id }) => id === tail);
  return from < 0 ? [] : lines.slice(from, to + 1);
};

class ClaudeCodeReader extends Reader {
  /** The conversation of each line of a subagent without an `agentId`. */
  readonly #sidechains = new Map<string, string>();
  readonly #talks = new Map<string, Talk>();

  *read(value: unknown, where: string): Iterable<Recorded> {
    const event = toObject(value);
    const type = toText(event["type"]) ?? "";
    const conversation = event["isSidechain"] === true ? this.#sidechain(event) : "main";
    if (type === "assistant") yield* this.#assistant(event, conversation, where);
    else if (type === "user") yield* this.#user(event, conversation, where);
    else if (type === "system") yield* this.#system(event, conversation);
    else if (type === "attachment") yield* this.#attachment(event, conversation);
    else if (!silent.has(type)) this.unknown("event", type, where);
  }

  /** A subagent's conversation: by its id, or in older files by the line without a parent that it begins with. */
  #sidechain(event: JsonObject): string {
    const agent = toName(event["agentId"]);
    if (agent !== "") return `sidechain ${agent}`;
    const uuid = toName(event["uuid"]);
    const conversation = this.#sidechains.get(toName(event["parentUuid"])) ?? `sidechain from ${uuid}`;
    if (uuid !== "") this.#sidechains.set(uuid, conversation);
    return conversation;
  }

  #talk(conversation: string): Talk {
    const talk = this.#talks.get(conversation) ?? { message: undefined, isCompacted: false, lines: [] };
    this.#talks.set(conversation, talk);
    return talk;
  }

  *#assistant(event: JsonObject, conversation: string, where: string): Iterable<Recorded> {
    const id = toText(event["uuid"]);
    const message = toObject(event["message"]);
    const talk = this.#talk(conversation);
    talk.isCompacted = false;
    if (id !== undefined) talk.lines.push({ id, calls: [] });
    const blocks = toList(message["content"]).filter(isJsonObject);
    for (const block of blocks)
      if (block["type"] === "tool_use")
        this.setup.calls.add(block["id"], block["name"], block["input"], where);
    const texts = blocks.map(
      (block) => toText(block["text"]) ?? (block["input"] ? toJsonText(block["input"]) : ""),
    );
    // One answer of the model is written in several lines, a block each.
    const continued = message["id"] !== undefined && message["id"] === talk.message;
    talk.message = message["id"];
    yield { op: "message", id, role: "assistant", conversation, text: texts.join(""), continued };
  }

  *#user(event: JsonObject, conversation: string, where: string): Iterable<Recorded> {
    const id = toText(event["uuid"]);
    const content = toObject(event["message"])["content"];
    const talk = this.#talk(conversation);
    if (event["isCompactSummary"] === true && !talk.isCompacted) {
      talk.lines = [];
      yield { op: "compact", conversation };
    }
    talk.isCompacted = false;
    if (id !== undefined) talk.lines.push({ id, calls: resultCalls(content) });
    if (typeof content === "string") yield { op: "message", id, role: "user", conversation, text: content };
    for (const block of toList(content).filter(isJsonObject)) {
      if (block["type"] === "tool_result") yield* this.#result(block, event, conversation, where);
      else yield { op: "message", id, role: "user", conversation, text: resultText(block) };
    }
  }

  *#result(block: JsonObject, event: JsonObject, conversation: string, where: string): Iterable<Recorded> {
    const { tool_use_id: id, content: result, is_error: isError } = block;
    const extra = toObject(event["toolUseResult"]);
    // What stands beside the output of a command, such as the folder that it was put back to, is no line of a file.
    const failed = isError === true || (toText(extra["stderr"]) ?? "") !== "";
    const read = failed ? undefined : readByFile(extra);
    const original = toText(extra["originalFile"]);
    for (const [at, step] of this.setup.calls.finish({ id, conversation, result, failed }, where).entries()) {
      if (at === 0 && read && (step.op === "read" || step.op === "output") && shows(step, read))
        yield { ...step, op: "read", ...read };
      else if (step.op === "edit" && original !== undefined) yield { ...step, original };
      else yield step;
    }
  }

  /** What a person said while the model worked; what else the program adds is not taken for a message. */
  *#attachment(event: JsonObject, conversation: string): Iterable<Recorded> {
    const { type, prompt } = toObject(event["attachment"]);
    const text = resultText(prompt);
    if (type !== "queued_command" || text === "") return;
    const id = toText(event["uuid"]);
    if (id !== undefined) this.#talk(conversation).lines.push({ id, calls: [] });
    yield { op: "message", id, role: "user", conversation, text };
  }

  *#system(event: JsonObject, conversation: string): Iterable<Recorded> {
    if (event["subtype"] === "compact_boundary") {
      const talk = this.#talk(conversation);
      talk.isCompacted = true;
      talk.lines = preserved(talk.lines, toObject(event["compactMetadata"]));
      const kept = talk.lines.flatMap(({ calls }) => calls);
      yield { op: "compact", conversation, kept, messages: talk.lines.map(({ id }) => id) };
    }
    if (event["subtype"] !== "microcompact_boundary") return;
    const calls = toList(toObject(event["microcompactMetadata"])["compactedToolIds"]).filter(
      (id) => typeof id === "string",
    );
    yield { op: "forget", conversation, calls };
  }
}

/**
 * The files of a project: since version 2.1.2 each subagent has one in a folder of its session's name, before that one
 * beside it, whose lines name the session (code.claude.com/docs/en/sub-agents; daaain/claude-code-log: issue 79).
 */
const files = {
  files: ["*/*.jsonl"],
  subagents: [
    ...["agent-*.jsonl", "workflows/*/agent-*.jsonl"].map((names) => ({
      files: `*/*/subagents/${names}`,
      session: ([project = "", session = ""]: readonly string[]) => [project, `${session}.jsonl`],
    })),
    {
      files: "*/agent-*.jsonl",
      session: async ([project = ""], firstLine) => {
        const session = toName(toObject(await firstLine())["sessionId"]);
        return [project, `${/^[\w-]+$/.test(session) ? session : ""}.jsonl`];
      },
    },
  ],
} satisfies Omit<SessionPlace, "folder">;

/** Claude Desktop keeps a folder of Claude Code for each session of its agent (Nanako0129/TokenBar: issue 5). */
const inDesktop = {
  agent: "Claude Desktop",
  files: files.files.map((pattern) => `*/*/*/.claude/projects/${pattern}`),
  subagents: files.subagents.map(({ files: pattern, session }) => ({
    files: `*/*/*/.claude/projects/${pattern}`,
    session: async (names: readonly string[], firstLine: () => Promise<unknown>) => [
      ...names.slice(0, 5),
      ...(await session(names.slice(5), firstLine)),
    ],
  })),
} satisfies Omit<SessionPlace, "folder">;

/** Claude Code: one JSON a line, `tool_use` and `tool_result` blocks, subagents as side chains. */
export const claudeCode: Format = {
  name: "claude-code",
  title: "Claude Code",
  sessions: [
    { folder: ".claude/projects", moved: ["CLAUDE_CONFIG_DIR/projects"], ...files },
    { folder: ".config/claude/projects", moved: ["XDG_CONFIG_HOME/claude/projects"], ...files },
    ...dataFolders("Claude/local-agent-mode-sessions").map((folder) => ({ folder, ...inDesktop })),
  ],
  table,
  recognises: (value) => {
    const { type, sessionId, leafUuid, payload } = toObject(value);
    return (
      typeof type === "string" &&
      payload === undefined &&
      (typeof sessionId === "string" || typeof leafUuid === "string")
    );
  },
  entry: claudeCodeEntry,
  identity: identityOfLine,
  reader: (setup) => new ClaudeCodeReader(setup),
};
