import { readContent, writeContent } from "./content.js";
import { type Form, NO_PARTS, type Part } from "./form.js";
import { isRecord } from "./record.js";

const readCall = (call: unknown): Part[] => {
  if (!isRecord(call) || typeof call["id"] !== "string") return [];
  const { id, function: named, custom } = call;
  if (isRecord(named) && typeof named["name"] === "string") {
    return [{ kind: "call", id, tool: named["name"], args: named["arguments"] }];
  }
  if (isRecord(custom) && typeof custom["name"] === "string") {
    return [{ kind: "call", id, tool: custom["name"], args: { input: custom["input"] } }];
  }
  return [];
};

/** OpenAI's chat completions, and all that speak like it. */
export const chat: Form = {
  read: (message) => {
    if (!isRecord(message) || typeof message["role"] !== "string") return undefined;
    const { role, tool_calls: calls, tool_call_id: callId, content } = message;
    if (role === "tool" && typeof callId === "string") {
      return [{ kind: "result", at: 0, callId, pieces: readContent(content) }];
    }
    if (role === "tool") return undefined;
    return role === "assistant" && Array.isArray(calls) ? calls.flatMap(readCall) : NO_PARTS;
  },
  write: (message, [change]) => {
    if (!isRecord(message) || change === undefined) return message;
    return { ...message, content: writeContent(message["content"], change.texts) };
  },
};
