import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { type CommandOutput, commandOutput } from "./command-output.js";
import { dataFolders } from "./data-folders.js";
import { type Format, Reader } from "./format.js";
import { resultText, toArguments, toInteger, toJsonText, toName, toObject, toText } from "./json.js";
import type { PrintedLines, Recorded } from "./recorded.js";
import type { ToolTable } from "./tool-rules.js";

const table: ToolTable = {
  tools: {
    read: { op: "read", path: ["path"], style: "raw" },
    write: { op: "write", path: ["path"], text: ["fileText"] },
    edit: { op: "edit", path: ["path"], old: ["old_string"], new: ["new_string"] },
    shell: { op: "shell", command: ["command"], as: "bash" },
    grep: { op: "output", as: "grep" },
    glob: { op: "output", as: "glob" },
    ls: { op: "output", as: "list" },
  },
  failures: [],
};

/** A call of a line: its tool under the name of its own, or a function under its name. */
interface Call {
  readonly name: string;
  readonly args: JsonObject;
  readonly result: JsonObject;
}

const callOf = (value: unknown): Call | undefined => {
  const call = toObject(value);
  const tool = Object.keys(call).find((name) => name.endsWith("ToolCall"));
  const { args, result } = toObject(tool === undefined ? undefined : call[tool]);
  if (tool !== undefined)
    return { name: tool.slice(0, -"ToolCall".length), args: toObject(args), result: toObject(result) };
  const { name, arguments: given } = toObject(call["function"]);
  if (typeof name !== "string") return undefined;
  return { name, args: toArguments(given), result: toObject(call["result"]) };
};

/** What a command printed, and how it ended. */
const printedOf = (success: JsonObject): CommandOutput | undefined => {
  const exit = toInteger(success["exitCode"]);
  const both = toText(success["interleavedOutput"]);
  const [out, error] = [toText(success["stdout"]), toText(success["stderr"])];
  const printed = both ?? (out === undefined ? undefined : `${out}${error ?? ""}`);
  return exit === undefined || printed === undefined ? undefined : commandOutput(printed, exit);
};

/** The lines of a read that shows a whole file; of a part it is not recorded where it begins. */
const wholeFile = (args: JsonObject, success: JsonObject): PrintedLines | undefined => {
  const { content, exceededLimit, isEmpty } = success;
  const isPart = ["offset", "limit", "startLine", "endLine"].some((name) => args[name] !== undefined);
  if (typeof content !== "string" || content === "" || isPart || exceededLimit === true || isEmpty === true)
    return undefined;
  const lines = content.split("\n");
  const total = toInteger(success["totalLines"]);
  const isWhole = total === lines.length || (total === lines.length - 1 && lines.at(-1) === "");
  return isWhole ? { first: 1, lines, parts: lines.length } : undefined;
};

class CursorReader extends Reader {
  /** Whether the model is answering: a further message or call of it belongs to the same call of the model. */
  #answering = false;
  /** Whether texts came in pieces (`--stream-partial-output`): what is then no piece says them once more. */
  #isInPieces = false;

  *read(value: unknown, where: string): Iterable<Recorded> {
    const event = toObject(value);
    const type = toName(event["type"]);
    if (type === "user" || type === "assistant") {
      const text = resultText(toObject(event["message"])["content"]);
      if (type === "assistant") {
        const isPiece = event["timestamp_ms"] !== undefined && event["model_call_id"] === undefined;
        this.#isInPieces ||= isPiece;
        if (isPiece || !this.#isInPieces) yield this.#said(text);
      } else {
        this.#answering = false;
        yield { op: "message", role: "user", text };
      }
    } else if (type === "tool_call") yield* this.#toolCall(event, where);
    else if (type !== "system" && type !== "thinking" && type !== "result")
      this.unknown("event", event["type"], where);
  }

  #said(text: string): Recorded {
    const continued = this.#answering;
    this.#answering = true;
    return { op: "message", role: "assistant", text, continued };
  }

  *#toolCall(event: JsonObject, where: string): Iterable<Recorded> {
    const call = callOf(event["tool_call"]);
    const id = toName(event["call_id"]);
    if (!call) this.setup.problems.add("tool call without a tool", where);
    else if (event["subtype"] === "started") {
      this.setup.calls.add(id, call.name, call.args, where);
      yield this.#said(toJsonText(call.args));
    } else if (event["subtype"] === "completed") {
      this.#answering = false;
      yield* this.#result(id, call, where);
    } else this.unknown("tool call", event["subtype"], where);
  }

  *#result(id: string, { name, args, result }: Call, where: string): Iterable<Recorded> {
    const success = toObject(result["success"]);
    const command = name === "shell" ? printedOf(success) : undefined;
    const failed = result["success"] === undefined || command?.failed === true;
    const given =
      command?.printed ??
      toText(success["content"]) ??
      (result["success"] === undefined ? toJsonText(result) : toJsonText(success));
    const finished = this.setup.calls.finish(
      { id, name, result: given, printed: command?.printed, failed },
      where,
    );
    const printed = wholeFile(args, success);
    const { beforeFullFileContent: before, afterFullFileContent: after } = success;
    for (const step of finished) {
      if (step.op === "read" && name === "read") yield { ...step, printed };
      else if (step.op === "edit" && typeof before === "string" && typeof after === "string")
        yield { ...step, changes: [{ kind: "whole", before, after }] };
      else yield step;
    }
  }
}

/**
 * Cursor: what `cursor-agent --print --output-format stream-json` prints
 * (cursor.com/docs/cli/reference/output-format.md): one event a line, a tool call when it starts and when it is
 * completed. In which words the model was given a result it does not say: what the tool gave counts. The transcripts
 * that Cursor keeps in `~/.cursor/projects` have no results of tools (empathic/toolpath: docs/agents/formats/cursor.md).
 */
export const cursor: Format = {
  name: "cursor",
  title: "Cursor",
  sessions: [
    {
      folder: ".cursor/projects",
      files: ["*/agent-transcripts/*/*.jsonl", "*/agent-transcripts/*.jsonl", "*/agent-transcripts/*.txt"],
      hint: "Its transcripts have no results of tools; what cursor-agent --print --output-format stream-json prints is read.",
    },
    ...dataFolders("Cursor/User/globalStorage").map((folder) => ({
      folder,
      files: ["state.vscdb"],
      hint: "Its chats are in a database, which is not read; what cursor-agent --print --output-format stream-json prints is.",
    })),
  ],
  table,
  recognises: (value) => {
    const { type, tool_call: call } = toObject(value);
    return type === "tool_call" && isJsonObject(call);
  },
  reader: (setup) => new CursorReader(setup),
};
