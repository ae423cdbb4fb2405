import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { readContent, writeContent } from "./content.js";
import type { Form, Part } from "./form.js";

const readCall = (call: unknown): Part | undefined => {
  if (!isJsonObject(call)) return undefined;
  const { id, name, args } = call;
  return typeof id === "string" && typeof name === "string"
    ? { kind: "call", id, tool: name, args }
    : undefined;
};

/** What a tool message is made from. */
const FIELDS = [
  "content",
  "tool_call_id",
  "name",
  "id",
  "status",
  "artifact",
  "metadata",
  "additional_kwargs",
  "response_metadata",
];

/** Another message of the same class: theirs keep a second copy of what they were made from. */
const copyMessage = (message: JsonObject, content: unknown): unknown => {
  const { constructor: Own } = message;
  // A plain object is a message too.
  if (typeof Own !== "function" || Own === Object) return { ...message, content };
  const fields = FIELDS.filter((name) => message[name] !== undefined).map((name) => [name, message[name]]);
  return Reflect.construct(Own, [{ ...Object.fromEntries(fields), content }]);
};

/** The messages of LangChain. */
export const langchain: Form = {
  read: (message, parts) => {
    if (!isJsonObject(message) || typeof message["type"] !== "string") return false;
    const { type, tool_calls: calls, tool_call_id: callId, content } = message;
    if (type === "tool") {
      if (typeof callId !== "string") return false;
      parts.push({ kind: "result", at: 0, callId, pieces: readContent(content) });
    } else if (type === "ai" && Array.isArray(calls)) {
      for (const call of calls) {
        const part = readCall(call);
        if (part !== undefined) parts.push(part);
      }
    }
    return true;
  },
  write: (message, [change]) => {
    if (!isJsonObject(message) || change === undefined) return message;
    return copyMessage(message, writeContent(message["content"], change.texts));
  },
};
