import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { openHands } from "./openhands.js";

/** An agent whose recordings are told apart from others, and not read. */
interface UnreadAgent {
  /** The name for people. */
  readonly title: string;
  /** Whether a JSON object of a file shows that the file is the agent's. */
  shows(value: JsonObject): boolean;
}

/** The first line of what Claude Code prints as a stream, and Qwen Code after it; Cursor's names no tools. */
const beginsStream = ({ type, subtype, session_id: session, tools }: JsonObject): boolean =>
  type === "system" && subtype === "init" && typeof session === "string" && Array.isArray(tools);

const agents: readonly UnreadAgent[] = [
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
];

/** The agent whose recording a JSON value shows, where it is one that is known by name and not read. */
export const unreadAgent = (value: unknown): string | undefined =>
  isJsonObject(value) ? agents.find(({ shows }) => shows(value))?.title : undefined;
