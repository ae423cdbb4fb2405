import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { callsOf, type HeldEvent, HeldEvents } from "./copilot-events.js";
import { type Format, Reader } from "./format.js";
import { resultText, toArguments, toInteger, toJsonText, toList, toName, toObject, toText } from "./json.js";
import type { Recorded } from "./recorded.js";
import type { ToolTable } from "./tool-rules.js";

const table: ToolTable = {
  tools: {
    view: { op: "read", path: ["path"], range: ["view_range"], style: "dotted" },
    edit: { op: "edit", path: ["path"], old: ["old_str"], new: ["new_str"] },
    create: { op: "write", path: ["path"], text: ["file_text"] },
    apply_patch: { op: "patch", text: ["input", "patch"] },
    // What a command printed stands with what the program adds: no read of it is certain.
    bash: { op: "output" },
    powershell: { op: "output" },
    grep: { op: "output", as: "grep" },
    glob: { op: "output", as: "glob" },
  },
  failures: [],
};

/** Events that stand for something in the conversation; all others are the program's own. */
const telling = new Set([
  "session.start",
  "system.message",
  "user.message",
  "assistant.message",
  "tool.execution_start",
  "tool.execution_complete",
]);

class CopilotReader extends Reader {
  /** The conversations whose model is answering: a further message of it belongs to the same call. */
  readonly #answering = new Set<string>();
  /** The events that the conversations hold since the last summary, for what is rewound. */
  readonly #events = new HeldEvents();

  *read(value: unknown, where: string): Iterable<Recorded> {
    const event = toObject(value);
    const type = toName(event["type"]);
    const data = toObject(event["data"]);
    const agent = toText(event["agentId"]) ?? toText(data["parentToolCallId"]);
    const conversation = agent === undefined ? "main" : `agent ${agent}`;
    if (type === "session.snapshot_rewind") {
      yield* this.#rewind(data);
      return;
    }
    const id = toText(event["id"]);
    const call = type === "tool.execution_complete" ? toText(data["toolCallId"]) : undefined;
    if (id !== undefined) this.#events.add({ id, conversation, call });
    if (type === "assistant.message") yield* this.#answer(data, id, conversation, where);
    else if (type === "tool.execution_start") this.#call(data, where);
    else if (type === "tool.execution_complete") yield* this.#result(data, conversation, where);
    else if (type === "session.compaction_complete") yield* this.#compaction(data, conversation);
    else if (type === "session.truncation") yield* this.#truncation(data, conversation);
    else if (type === "session.context_cleared")
      yield* this.#forget(this.#events.takeConversation(conversation));
    else if (type === "user.message" || type === "system.message" || type === "system.notification") {
      this.#answering.delete(conversation);
      const text = resultText(data["transformedContent"] ?? data["content"]);
      if (text !== "") yield { op: "message", id, role: "user", conversation, text };
    } else if (type === "assistant.turn_start") this.#answering.delete(conversation);
    else if (!type.includes(".") && type !== "abort" && type !== "result")
      this.unknown("event", event["type"], where);
  }

  *#answer(
    data: JsonObject,
    id: string | undefined,
    conversation: string,
    where: string,
  ): Iterable<Recorded> {
    const requests = toList(data["toolRequests"]).filter(isJsonObject);
    const calls = requests.map(({ toolCallId: id, name, arguments: args }) => ({
      ...{ id, name },
      args: toArguments(args),
    }));
    for (const { id, name, args } of calls) this.setup.calls.add(id, name, args, where);
    const text = [resultText(data["content"]), ...calls.map(({ args }) => toJsonText(args))].join("");
    const continued = this.#answering.has(conversation);
    this.#answering.add(conversation);
    yield { op: "message", id, role: "assistant", conversation, text, continued };
  }

  /** A call that no message of the model named. */
  #call({ toolCallId: id, toolName: name, arguments: args }: JsonObject, where: string): void {
    if (typeof id === "string" && !this.setup.calls.has(id))
      this.setup.calls.add(id, name, toArguments(args), where);
  }

  *#result(data: JsonObject, conversation: string, where: string): Iterable<Recorded> {
    this.#answering.delete(conversation);
    const { toolCallId: id, toolName: name, result, error } = data;
    const failed = data["success"] === false;
    const given = failed ? (toObject(error)["message"] ?? error) : (toObject(result)["content"] ?? result);
    yield* this.setup.calls.finish({ id, conversation, name, result: resultText(given), failed }, where);
  }

  /** These events are taken back, or all from the one that is named on. */
  *#rewind({ eventIds, upToEventId: to }: JsonObject): Iterable<Recorded> {
    yield* this.#forget(Array.isArray(eventIds) ? this.#events.take(eventIds) : this.#events.takeFrom(to));
  }

  *#forget(gone: readonly HeldEvent[]): Iterable<Recorded> {
    const conversations = new Map<string, HeldEvent[]>();
    for (const event of gone) {
      const events = conversations.get(event.conversation);
      if (events) events.push(event);
      else conversations.set(event.conversation, [event]);
    }
    for (const [conversation, events] of conversations) {
      this.#answering.delete(conversation);
      yield { op: "forget", conversation, calls: callsOf(events), messages: events.map(({ id }) => id) };
    }
  }

  /** Messages were taken out; which ones is not recorded: all results are taken for gone. */
  *#truncation(data: JsonObject, conversation: string): Iterable<Recorded> {
    if (!((toInteger(data["messagesRemovedDuringTruncation"]) ?? 0) > 0)) return;
    const calls = this.#events.takeResults(conversation);
    if (calls.length > 0) yield { op: "forget", conversation, calls };
  }

  /** What a summary kept besides is not recorded: all results are taken for gone. */
  *#compaction(data: JsonObject, conversation: string): Iterable<Recorded> {
    if (data["success"] === false) return;
    this.#answering.delete(conversation);
    this.#events.takeConversation(conversation);
    yield { op: "compact", conversation, kept: [] };
    yield { op: "message", role: "user", conversation, text: resultText(data["summaryContent"]) };
  }
}

/**
 * Copilot CLI (github/copilot-sdk: nodejs/src/generated/session-events.ts; empathic/toolpath:
 * docs/agents/formats/copilot-cli/events.md): one event a line, with its `data`. The model was given the `content` of
 * a tool's result. Subagents have an id of their own, or the call that began them.
 */
export const copilotCli: Format = {
  name: "copilot-cli",
  title: "Copilot CLI",
  sessions: [
    {
      folder: ".copilot/session-state",
      moved: ["COPILOT_HOME/session-state"],
      files: ["*/events.jsonl", "*.jsonl"],
    },
  ],
  table,
  recognises: (value) => {
    const { type, data } = toObject(value);
    return isJsonObject(data) && telling.has(toName(type));
  },
  identity: (value) => {
    const { id, timestamp } = toObject(value);
    if (typeof id !== "string" || typeof timestamp !== "string") return undefined;
    const own = `${id} ${timestamp}`;
    return { own, original: own };
  },
  reader: (setup) => new CopilotReader(setup),
};
