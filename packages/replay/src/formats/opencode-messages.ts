import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { resultText, toInteger, toJsonText, toList, toName, toObject, toText } from "./json.js";
import { saidInPart, withoutCutLines } from "./opencode-parts.js";
import type { Recorded } from "./recorded.js";
import type { ToolCalls } from "./tool-calls.js";

/** Whether a message is of the form that opencode has since version 2: its kind stands in it. */
export const isTypedMessage = (message: unknown): message is JsonObject => {
  const { type, id } = toObject(message);
  return typeof type === "string" && typeof id === "string" && id.startsWith("msg_");
};

/** Messages that put nothing into the conversation. */
const silent = new Set(["agent-switched", "model-switched", "location-switched", "idle"]);

/** What one message of opencode since version 2 holds. */
export function* typedMessage(
  message: JsonObject,
  conversation: string,
  calls: ToolCalls,
  unknown: (type: string, where: string) => void,
  where: string,
): Iterable<Recorded> {
  const type = toName(message["type"]);
  const id = toName(message["id"]);
  if (type === "assistant") yield* answer(message, id, conversation, calls, where);
  else if (type === "compaction") yield* compaction(message, id, conversation);
  else if (type === "shell") {
    // A command of the person.
    const printed = toText(toObject(message["output"])["output"]) ?? "";
    const text = `${toName(message["command"])}\n${printed}`;
    yield { op: "message", id, role: "user", conversation, text };
  } else if (["user", "synthetic", "system", "skill"].includes(type)) {
    const text = resultText([message["text"], message["skills"]]);
    if (text !== "") yield { op: "message", id, role: "user", conversation, text };
  } else if (!silent.has(type)) unknown(type, where);
}

/** One call of the model: what it said, and its tools. */
function* answer(
  message: JsonObject,
  id: string,
  conversation: string,
  calls: ToolCalls,
  where: string,
): Iterable<Recorded> {
  const content = toList(message["content"]).filter(isJsonObject);
  const tools = content.filter((part) => part["type"] === "tool");
  for (const part of tools) calls.add(part["id"], part["name"], toObject(part["state"])["input"], where);
  const text = content.map(saidInPart).join("");
  const time = toInteger(toObject(message["time"])["created"]);
  yield { op: "message", id, role: "assistant", conversation, text, time };
  for (const part of tools) {
    const { status, content: given, error } = toObject(part["state"]);
    if (status !== "completed" && status !== "error") continue;
    const failed = status === "error";
    const text = resultText(given);
    const said = toText(toObject(error)["message"]) ?? (error === undefined ? "" : toJsonText(error));
    const result = failed && text === "" ? said : text;
    const called = { id: part["id"], conversation, name: part["name"], result, failed };
    for (const step of calls.finish(called, where)) yield withoutCutLines(step);
  }
}

/** A summary takes the place of all; what it keeps of the newest messages stands beside it as a text. */
function* compaction(message: JsonObject, id: string, conversation: string): Iterable<Recorded> {
  if (message["status"] !== "completed") return;
  yield { op: "compact", conversation, kept: [] };
  const text = resultText([message["summary"], message["recent"]]);
  yield { op: "message", id, role: "user", conversation, text };
}
