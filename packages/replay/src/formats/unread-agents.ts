import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { dataFolders } from "./data-folders.js";
import type { SessionPlace } from "./format.js";
import { resultText, toList, toName, toObject } from "./json.js";
import { openHands } from "./openhands.js";

/** An agent whose recordings are told apart from others, and not read. */
export interface UnreadAgent {
  /** The name for people. */
  readonly title: string;
  /** Whether a JSON value of a file, an object or a list, shows that the file is the agent's. */
  shows?(value: JsonObject): boolean;
  showsList?(values: readonly unknown[]): boolean;
  /** Where it keeps sessions, each with a hint. */
  readonly sessions?: readonly SessionPlace[] | undefined;
}

/** The first line of what Claude Code prints as a stream, and others after it; Cursor's names no tools. */
const beginsStream = ({ type, subtype, session_id: session, tools }: JsonObject): boolean =>
  type === "system" && subtype === "init" && typeof session === "string" && Array.isArray(tools);

const isAmpThread = (id: unknown): boolean => /^T-[\da-f]{8}-/i.test(toName(id));

/** Whether the texts of the first messages have what these extensions put there. */
const hasEnvironment = (messages: readonly unknown[]): boolean =>
  messages
    .slice(0, 4)
    .some((message) => resultText(toObject(message)["content"]).includes("<environment_details>"));

/** The agents that are known by name and not read. */
export const unreadAgents: readonly UnreadAgent[] = [
  {
    title: "Amp (printed by `--stream-json`)",
    shows: (value) => beginsStream(value) && isAmpThread(value["session_id"]),
  },
  {
    title: "Claude Code (printed by `--output-format stream-json`)",
    shows: (value) => beginsStream(value) && !("qwen_code_version" in value),
  },
  {
    title: "Qwen Code (printed by `--output-format stream-json`)",
    shows: (value) => beginsStream(value) && "qwen_code_version" in value,
  },
  {
    title: "Codex (printed by `codex exec --json`)",
    shows: ({ type, thread_id: thread }) => type === "thread.started" && typeof thread === "string",
  },
  {
    // What is kept in `~/.cursor/projects`: calls alone.
    title: "Cursor (a transcript without the results of tools)",
    shows: ({ type, role, message }) =>
      type === undefined &&
      (role === "user" || role === "assistant") &&
      isJsonObject(message) &&
      Array.isArray(message["content"]),
  },
  {
    // Its first line; the lines of messages have the envelope of pi's.
    title: "Droid",
    shows: ({ type, id, title, cwd, owner, sessionTitle }) =>
      type === "session_start" &&
      typeof id === "string" &&
      typeof title === "string" &&
      [cwd, owner, sessionTitle].some((field) => typeof field === "string"),
    sessions: [
      { folder: ".factory/sessions", files: ["*/*.jsonl", "*.jsonl"], hint: "Its sessions are not read." },
    ],
  },
  {
    // Its events are bare: neither who made one nor which call a result is of.
    title: "OpenHands' resolver",
    shows: (value) =>
      isJsonObject(value["issue"]) &&
      "git_patch" in value &&
      Array.isArray(value["history"]) &&
      !openHands.recognises(value),
  },
  {
    // Blocks as Anthropic's, but for the results: those stand under names of its own.
    title: "Amp",
    shows: ({ id, messages }) => isAmpThread(id) && Array.isArray(messages),
    sessions: [
      {
        folder: ".local/share/amp/threads",
        moved: ["XDG_DATA_HOME/amp/threads"],
        files: ["T-*.json"],
        hint: "Its threads are not read.",
      },
    ],
  },
  {
    title: "Goose",
    shows: ({ content, conversation, working_dir: folder }) =>
      toList(content).some((part) =>
        ["toolRequest", "toolResponse"].includes(toName(toObject(part)["type"])),
      ) ||
      (Array.isArray(conversation) && typeof folder === "string"),
    sessions: [
      {
        folder: ".local/share/goose/sessions",
        moved: [
          "GOOSE_PATH_ROOT/data/sessions",
          "XDG_DATA_HOME/goose/sessions",
          "APPDATA/Block/goose/data/sessions",
        ],
        files: ["sessions.db", "*.jsonl"],
        hint: "Its sessions are not read.",
      },
    ],
  },
  {
    // Their tasks have all messages that ever were; what of them a request had is decided anew each time.
    title: "Cline, Roo Code or Kilo Code",
    showsList: (values) =>
      hasEnvironment(values) ||
      values.some((value) => ["condenseParent", "truncationParent"].some((name) => name in toObject(value))),
    sessions: ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"].flatMap((editor) =>
      dataFolders(`${editor}/User/globalStorage`).map((folder) => ({
        folder,
        files: ["saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code"].map(
          (extension) => `${extension}/tasks/*/api_conversation_history.json`,
        ),
        hint: "Their tasks are not read.",
      })),
    ),
  },
  {
    title: "Cline, Roo Code or Kilo Code (what their windows show)",
    showsList: (values) => {
      const { ts, type, say, ask } = toObject(values[0]);
      return typeof ts === "number" && (type === "say" || type === "ask") && typeof (say ?? ask) === "string";
    },
  },
  {
    title: "Continue",
    shows: ({ history, workspaceDirectory }) =>
      typeof workspaceDirectory === "string" &&
      toList(history).some((item) => isJsonObject(toObject(item)["message"])),
    sessions: [
      {
        folder: ".continue/sessions",
        moved: ["CONTINUE_GLOBAL_DIR/sessions"],
        files: ["*-*.json"],
        hint: "Its sessions are not read.",
      },
    ],
  },
  {
    title: "Copilot in VS Code",
    shows: ({ requests, responderUsername }) =>
      Array.isArray(requests) && typeof responderUsername === "string",
    sessions: ["Code", "Code - Insiders"].flatMap((editor) =>
      dataFolders(`${editor}/User/workspaceStorage`).map((folder) => ({
        folder,
        files: ["*/chatSessions/*.json", "*/chatSessions/*.jsonl"],
        hint: "Its chats are not read.",
      })),
    ),
  },
  {
    title: "Kimi CLI (the log of its window; `context.jsonl` beside it is read)",
    shows: ({ type, protocol_version: version }) => type === "metadata" && typeof version === "string",
  },
  {
    title: "Harbor (a trajectory in the form ATIF)",
    shows: ({ schema_version: version, steps }) =>
      toName(version).startsWith("ATIF-") && Array.isArray(steps),
  },
  {
    title: "Trae Agent",
    shows: ({ llm_interactions: calls, agent_steps: steps }) => Array.isArray(calls) && Array.isArray(steps),
  },
  {
    title: "Zed",
    sessions: [".local/share/zed", "Library/Application Support/Zed", "AppData/Local/Zed"].map((folder) => ({
      folder: `${folder}/threads`,
      files: ["threads.db"],
      hint: "Its threads are in a database, which is not read.",
    })),
  },
];

/** The agent whose recording a JSON value shows, where it is one that is known by name and not read. */
export const unreadAgent = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return unreadAgents.find(({ showsList }) => showsList?.(value))?.title;
  return isJsonObject(value) ? unreadAgents.find(({ shows }) => shows?.(value))?.title : undefined;
};
