import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { timeOfValue } from "../input/time-of-value.js";
import { argumentsOf, patchOf, unwrapOutput } from "./codex-arguments.js";
import { type Format, Reader, type ValueIdentity } from "./format.js";
import { parseJson, resultText, toInteger, toJsonText, toList, toName, toObject, toText } from "./json.js";
import type { Recorded } from "./recorded.js";
import type { ToolRule, ToolTable } from "./tool-rules.js";

const shell: ToolRule = { op: "shell", command: ["command", "cmd"] };
const table: ToolTable = {
  tools: {
    apply_patch: { op: "patch", text: ["input", "patch"] },
    read_file: {
      op: "read",
      path: ["file_path", "path"],
      offset: ["offset"],
      limit: ["limit"],
      style: "auto",
    },
    shell,
    shell_command: shell,
    exec_command: shell,
    local_shell: shell,
    "container.exec": shell,
    list_dir: { op: "output", as: "list" },
    grep_files: { op: "output", as: "grep" },
  },
  failures: [],
};

/** Lines that put nothing into the conversation, or only repeat for the screen what other lines hold. */
const silent = new Set([
  "turn_context",
  "world_state",
  "inter_agent_communication_metadata",
  "security_risk_score",
]);
const silentItems = new Set([
  "reasoning",
  "additional_tools",
  "web_search_call",
  "image_generation_call",
  "ghost_snapshot",
  "compaction",
  "compaction_summary",
  "compaction_trigger",
  "context_compaction",
]);
const callItems = new Set(["function_call", "custom_tool_call", "local_shell_call", "tool_search_call"]);
const resultItems = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "tool_search_output",
  "mcp_tool_call_output",
]);

const isAbsolute = (path: string): boolean => /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);

/** What the conversation holds: a message by its name, or the result of a call. */
interface Held {
  readonly message?: string | undefined;
  readonly call?: string | undefined;
}

/** Whether an event is what a person said: `user_message`, or since 2026 an item that is completed. */
const beginsTurn = ({ type, item }: JsonObject): boolean =>
  type === "user_message" || (type === "item_completed" && toObject(item)["type"] === "UserMessage");

/** All that a patch says which was applied; of millions of rows the engine's stack would overflow. */
const PATCHED = /^Success\. Updated the following files:(?:\n[AMD] [^\n]*){1,10000}\n?$/;

class CodexReader extends Reader {
  /** The folder that the session is in. */
  #folder: string | undefined;
  #answering = false;
  /** What the model said before a call that may follow: they are one text, as the call alone has a name in copies. */
  #before: { readonly text: string; readonly time: number | undefined } | undefined;
  #messages = 0;
  /** Since the last summary, in order. */
  #held: Held[] = [];
  /** Where in it the last message to the model stands, and where each turn of the person begins. */
  #input = 0;
  #turns: number[] = [];

  *read(value: unknown, where: string): Iterable<Recorded> {
    const line = toObject(value);
    const type = toText(line["type"]) ?? "";
    if (type === "response_item") yield* this.#item(toObject(line["payload"]), timeOfValue(line), where);
    else if (type === "compacted") yield* this.#compacted(toObject(line["payload"]));
    else if (type === "event_msg") yield* this.#event(toObject(line["payload"]));
    else if (type === "session_meta") this.#folder ??= toText(toObject(line["payload"])["cwd"]);
    else if (callItems.has(type) || resultItems.has(type) || type === "message")
      yield* this.#item(line, timeOfValue(line), where);
    else if (
      !silent.has(type) &&
      !silentItems.has(type) &&
      line["record_type"] === undefined &&
      line["instructions"] === undefined
    )
      this.unknown("event", type, where);
  }

  override *end(): Iterable<Recorded> {
    const before = this.#before;
    this.#before = undefined;
    if (before) yield this.#said(before.text, before.time);
  }

  *#item(item: JsonObject, time: number | undefined, where: string): Iterable<Recorded> {
    const type = toText(item["type"]) ?? "";
    if (type === "message" && item["role"] === "assistant") {
      yield* this.end();
      this.#before = { text: resultText(item["content"]), time };
    } else if (type === "message" || type === "agent_message") {
      yield* this.end();
      this.#answering = false;
      this.#input = this.#held.length;
      yield this.#message("user", resultText(item["content"]), false);
    } else if (callItems.has(type)) {
      const args = argumentsOf(item);
      this.setup.calls.add(item["call_id"], item["name"] ?? type.replace(/_call$/, ""), args, where);
      const before = this.#before;
      this.#before = undefined;
      yield this.#said(`${before?.text ?? ""}${toJsonText(args)}`, before?.time ?? time);
    } else if (resultItems.has(type)) {
      yield* this.end();
      this.#answering = false;
      yield* this.#result(item, where);
    } else if (!silentItems.has(type)) this.unknown("item", type, where);
  }

  /** Texts and calls between two inputs are one answer of the model. */
  #said(text: string, time: number | undefined): Recorded {
    const continued = this.#answering;
    this.#answering = true;
    return this.#message("assistant", text, continued, time);
  }

  #message(role: "user" | "assistant", text: string, continued: boolean, time?: number): Recorded {
    this.#messages += 1;
    const id = `message ${this.#messages}`;
    this.#held.push({ message: id });
    return { op: "message", id, role, text, continued, time };
  }

  /** Of what is for the screen, where a turn of the person began, and how many turns were taken back. */
  *#event(event: JsonObject): Iterable<Recorded> {
    const isTurn = beginsTurn(event);
    if (isTurn || event["type"] === "thread_rolled_back") yield* this.end();
    if (isTurn) {
      const turn = this.#input === this.#held.length - 1 ? this.#input : this.#held.length;
      // Some versions have both events for one turn.
      if (this.#turns.at(-1) !== turn) this.#turns.push(turn);
    }
    if (event["type"] !== "thread_rolled_back") return;
    const turns = toInteger(event["num_turns"]) ?? 0;
    const from = turns < 1 ? undefined : this.#turns[Math.max(0, this.#turns.length - turns)];
    if (from === undefined) return;
    const gone = this.#held.splice(from);
    this.#turns = this.#turns.filter((turn) => turn < from);
    this.#answering = false;
    const calls = gone.flatMap(({ call }) => (call === undefined ? [] : [call]));
    const messages = gone.flatMap(({ message }) => (message === undefined ? [] : [message]));
    yield { op: "forget", calls, messages };
  }

  *#result(item: JsonObject, where: string): Iterable<Recorded> {
    const id = item["call_id"];
    this.#held.push({ call: toText(id) });
    const call = this.setup.calls.take(id, where);
    const output = item["output"] ?? (item["tools"] === undefined ? "" : toJsonText(item["tools"]));
    const text = resultText(output);
    const command = unwrapOutput(text);
    const said = command?.printed ?? toText(toObject(parseJson(text))["output"]) ?? text;
    // A script that does more than to patch has more to say, which is no result of an edit.
    const patch = PATCHED.test(said) ? patchOf(call) : undefined;
    const failed = patch === undefined ? command?.failed || call.name === "apply_patch" : false;
    const named = patch === undefined ? call : { name: "apply_patch", args: { input: patch } };
    const result = { id, result: output, printed: command?.printed, failed };
    for (const step of this.setup.calls.finish(result, where, named)) yield this.#inFolder(step, call.args);
  }

  /** A read by a shell that ran in another folder than the session's: its path is from there on. */
  #inFolder(step: Recorded, { workdir }: JsonObject): Recorded {
    if (step.op !== "read" || typeof workdir !== "string" || isAbsolute(step.path)) return step;
    const folder = workdir.replace(/[/\\]$/, "");
    const own = this.#folder?.replace(/[/\\]$/, "");
    if (folder === own || folder === "." || folder === "") return step;
    const isBelow = own !== undefined && (folder.startsWith(`${own}/`) || folder.startsWith(`${own}\\`));
    return { ...step, path: `${isBelow ? folder.slice(own.length + 1) : folder}/${step.path}` };
  }

  *#compacted(payload: JsonObject): Iterable<Recorded> {
    const history = toList(payload["replacement_history"]).filter(isJsonObject);
    const kept = history.flatMap((item) =>
      resultItems.has(toName(item["type"])) ? [toName(item["call_id"])] : [],
    );
    yield* this.end();
    this.#answering = false;
    this.#held = kept.map((call) => ({ call }));
    this.#input = this.#held.length;
    this.#turns = [];
    yield { op: "compact", kept };
    const texts = history.flatMap((item) => {
      if (item["type"] === "message") return [resultText(item["content"])];
      return callItems.has(toName(item["type"])) ? [toJsonText(argumentsOf(item))] : [];
    });
    const text = texts.length > 0 ? texts.join("\n") : resultText(payload["message"]);
    yield this.#message("user", text, false);
  }
}

/** An id that ends in letters and digits without a pattern, as no two calls have it; not one that counts from 0. */
const UNIQUE = /(?:^|[-_])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{8,}$/i;

/**
 * Which item a line has, by the id of its call; of a call that is counted from 0 again in each session, by its time too.
 * What was said has no id.
 */
const identityOf = (value: unknown): ValueIdentity | undefined => {
  const line = toObject(value);
  const item = line["type"] === "response_item" ? toObject(line["payload"]) : line;
  const type = toName(item["type"]);
  const id = toText(item["call_id"]);
  if (id === undefined || !(callItems.has(type) || resultItems.has(type))) return undefined;
  const time = timeOfValue(line);
  const isUnique = UNIQUE.test(id);
  if (!isUnique && time === undefined) return undefined;
  const own = isUnique ? `${type} ${id}` : `${type} ${id} ${time}`;
  return { own, original: own };
};

/** Codex: rollout files, one JSON a line, `response_item` with calls and their outputs. */
export const codex: Format = {
  name: "codex",
  title: "Codex",
  sessions: [
    { folder: ".codex/sessions", moved: ["CODEX_HOME/sessions"], files: ["*/*/*/rollout-*.jsonl"] },
    {
      folder: ".codex/archived_sessions",
      moved: ["CODEX_HOME/archived_sessions"],
      files: ["rollout-*.jsonl"],
    },
    {
      folder: ".codex",
      moved: ["CODEX_HOME"],
      files: ["sessions/*/*/*/rollout-*.jsonl.zst", "archived_sessions/rollout-*.jsonl.zst"],
      hint: "Its older sessions are compressed: unpack one with zstd -d FILE, and name it.",
    },
  ],
  table,
  recognises: (value) => {
    const { type, payload, call_id: call, record_type: record } = toObject(value);
    const line =
      isJsonObject(payload) &&
      ["session_meta", "response_item", "event_msg", "turn_context", "compacted"].includes(toName(type));
    return line || (typeof call === "string" && typeof type === "string") || record === "state";
  },
  identity: identityOf,
  reader: (setup) => new CodexReader(setup),
};
