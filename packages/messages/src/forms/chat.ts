import { isJsonObject } from "@lembas/arguments";
import { readContent, writeContent } from "./content.js";
import type { Form, Part } from "./form.js";

const readCall = (call: unknown): Part | undefined => {
  if (!isJsonObject(call) || typeof call["id"] !== "string") return undefined;
  const { id, function: named, custom } = call;
  if (isJsonObject(named) && typeof named["name"] === "string") {
    return { kind: "call", id, tool: named["name"], args: named["arguments"] };
  }
  if (isJsonObject(custom) && typeof custom["name"] === "string") {
    return { kind: "call", id, tool: custom["name"], args: { input: custom["input"] } };
  }
  return undefined;
};

/** OpenAI's chat completions, and all that speak like it. */
export const chat: Form = {
  read: (message, parts) => {
    if (!isJsonObject(message) || typeof message["role"] !== "string") return false;
    const { role, tool_calls: calls, tool_call_id: callId, content } = message;
    if (role === "tool") {
      if (typeof callId !== "string") return false;
      parts.push({ kind: "result", at: 0, callId, pieces: readContent(content) });
    } else if (role === "assistant" && Array.isArray(calls)) {
      for (const call of calls) {
        const part = readCall(call);
        if (part !== undefined) parts.push(part);
      }
    }
    return true;
  },
  write: (message, [change]) => {
    if (!isJsonObject(message) || change === undefined) return message;
    return { ...message, content: writeContent(message["content"], change.texts) };
  },
};
