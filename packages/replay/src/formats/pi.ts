import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { type Format, Reader } from "./format.js";
import { resultText, toJsonText, toList, toName, toObject, toText } from "./json.js";
import type { Recorded } from "./recorded.js";
import type { ToolTable } from "./tool-rules.js";

const table: ToolTable = {
  tools: {
    read: { op: "read", path: ["path", "file_path"], offset: ["offset"], limit: ["limit"], style: "raw" },
    edit: { op: "edit", path: ["path", "file_path"], old: ["oldText"], new: ["newText"], list: ["edits"] },
    write: { op: "write", path: ["path", "file_path"], text: ["content"] },
    bash: { op: "shell", command: ["command"] },
    find: { op: "output", as: "glob" },
    grep: { op: "output", as: "grep" },
    ls: { op: "output", as: "list" },
  },
  failures: ["Could not find", "File not found", "Error:"],
};

/** Entries that put nothing into the conversation. */
const silent = new Set([
  "session",
  "model_change",
  "thinking_level_change",
  "label",
  "session_info",
  "custom",
]);

class PiReader extends Reader {
  /** The entries that are there, with the calls of results, to know what a compaction keeps. */
  #entries: {
    readonly id: string | undefined;
    readonly callId: string | undefined;
    /** How long its result is. */
    readonly length: number;
  }[] = [];

  *read(value: unknown, where: string): Iterable<Recorded> {
    const entry = toObject(value);
    const type = toText(entry["type"]) ?? "";
    const id = toText(entry["id"]);
    const message = toObject(entry["message"]);
    if (type === "compaction") {
      yield* this.#compaction(entry);
      return;
    }
    const callId = message["role"] === "bashExecution" ? id : toText(message["toolCallId"]);
    this.#entries.push({ id, callId, length: resultText(message["content"]).length });
    if (type === "message") yield* this.#message(message, id, where);
    else if (type === "custom_message")
      yield { op: "message", id, role: "user", text: resultText(entry["content"]) };
    else if (type === "branch_summary")
      yield { op: "message", id, role: "user", text: resultText(entry["summary"]) };
    else if (!silent.has(type)) this.unknown("event", type, where);
  }

  *#message(message: JsonObject, entryId: string | undefined, where: string): Iterable<Recorded> {
    const role = message["role"];
    const content = message["content"];
    if (role === "user" || role === "custom")
      yield { op: "message", id: entryId, role: "user", text: resultText(content) };
    else if (role === "assistant")
      yield* this.#assistant(toList(content).filter(isJsonObject), entryId, where);
    else if (role === "toolResult") {
      const { toolCallId: id, toolName: name, isError } = message;
      yield* this.setup.calls.finish({ id, name, result: content, failed: isError === true }, where);
    } else if (role === "bashExecution") {
      // A command after `!!` is for the person alone.
      if (message["excludeFromContext"] === true) return;
      yield {
        op: "output",
        callId: entryId,
        tool: "bash",
        args: { command: message["command"] },
        result: resultText(message["output"]),
      };
    } else this.unknown("message of", role, where);
  }

  *#assistant(blocks: readonly JsonObject[], id: string | undefined, where: string): Iterable<Recorded> {
    const calls = blocks.filter((block) => block["type"] === "toolCall");
    for (const call of calls) this.setup.calls.add(call["id"], call["name"], call["arguments"], where);
    if (blocks.length === 0) return;
    yield { op: "message", id, role: "assistant", text: saidIn(blocks) };
  }

  *#compaction(entry: JsonObject): Iterable<Recorded> {
    if (Array.isArray(entry["retainedTail"])) {
      yield* this.#checkpoint(entry, entry["retainedTail"].filter(isJsonObject));
      return;
    }
    const from = this.#entries.findIndex(({ id }) => id !== undefined && id === entry["firstKeptEntryId"]);
    this.#entries = from < 0 ? [] : this.#entries.slice(from);
    const kept = this.#entries.flatMap(({ callId }) => (callId === undefined ? [] : [callId]));
    const messages = this.#entries.flatMap(({ id }) => (id === undefined ? [] : [id]));
    yield { op: "compact", kept, messages };
    yield { op: "message", role: "user", text: resultText(entry["summary"]) };
  }

  /** A newer summary has the messages beside it that stay: of results those that are as they were. */
  *#checkpoint(entry: JsonObject, tail: readonly JsonObject[]): Iterable<Recorded> {
    const lengths = new Map(
      tail.flatMap(({ role, toolCallId: id, content }) =>
        role === "toolResult" && typeof id === "string" ? [[id, resultText(content).length]] : [],
      ),
    );
    this.#entries = this.#entries.filter(
      ({ callId, length }) => callId !== undefined && lengths.get(callId) === length,
    );
    yield { op: "compact", kept: this.#entries.flatMap(({ callId }) => callId ?? []) };
    const said = tail.filter(({ role }) => role !== "toolResult").map(({ content }) => saidIn(content));
    yield { op: "message", role: "user", text: [resultText(entry["summary"]), ...said].join("\n") };
  }
}

/** What was said in a message: a text, or blocks with texts and arguments of calls. */
const saidIn = (content: unknown): string =>
  Array.isArray(content)
    ? content
        .filter(isJsonObject)
        .map((block) => toText(block["text"]) ?? (block["arguments"] ? toJsonText(block["arguments"]) : ""))
        .join("")
    : resultText(content);

/** The pi coding agent: one JSON a line, `toolCall` blocks and messages of role `toolResult`. */
export const pi: Format = {
  name: "pi",
  title: "pi",
  sessions: [
    {
      folder: ".pi/agent/sessions",
      moved: ["PI_CODING_AGENT_SESSION_DIR", "PI_CODING_AGENT_DIR/sessions"],
      files: ["*/*.jsonl", "*.jsonl"],
    },
  ],
  table,
  recognises: (value) => {
    const { type, message, sessionId, cwd } = toObject(value);
    if (sessionId !== undefined) return false;
    return (
      (type === "session" && typeof cwd === "string") ||
      (type === "message" && isJsonObject(message) && "role" in message)
    );
  },
  entry: (value) => {
    const { type, id, parentId } = toObject(value);
    if (typeof id !== "string" || type === "session") return undefined;
    const parent = parentId === null ? null : toText(parentId);
    return { id, parent, begins: true, silent: silent.has(toName(type)) };
  },
  identity: (value) => {
    const { type, id, timestamp } = toObject(value);
    if (typeof id !== "string" || type === "session") return undefined;
    const own = `${id} ${toName(timestamp)}`;
    return { own, original: own };
  },
  reader: (setup) => new PiReader(setup),
};
