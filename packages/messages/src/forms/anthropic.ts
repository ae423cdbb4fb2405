import { isJsonObject } from "@lembas/arguments";
import { readContent, writeContent } from "./content.js";
import type { Form, Part } from "./form.js";

const readBlock = (block: unknown, at: number, role: unknown): Part | undefined => {
  if (!isJsonObject(block)) return undefined;
  const { type, id, name, tool_use_id: callId } = block;
  if (role === "assistant" && type === "tool_use" && typeof id === "string" && typeof name === "string") {
    return { kind: "call", id, tool: name, args: block["input"] };
  }
  if (role === "assistant" && type === "compaction") return { kind: "compaction" };
  if (role === "user" && type === "tool_result" && typeof callId === "string") {
    return { kind: "result", at, callId, pieces: readContent(block["content"]) };
  }
  return undefined;
};

/** Anthropic's Messages API. Results of its own tools stand in assistant messages, which are only read for calls. */
export const anthropic: Form = {
  read: (message, parts) => {
    if (!isJsonObject(message)) return false;
    const { role, content } = message;
    if (role !== "user" && role !== "assistant" && role !== "system") return false;
    if (typeof content === "string" || content === undefined) return true;
    if (!Array.isArray(content)) return false;
    for (let at = 0; at < content.length; at++) {
      const part = readBlock(content[at], at, role);
      if (part !== undefined) parts.push(part);
    }
    return true;
  },
  write: (message, changes) => {
    if (!isJsonObject(message) || !Array.isArray(message["content"])) return message;
    const content: unknown[] = message["content"].slice();
    for (const { at, texts } of changes) {
      const block = content[at];
      if (isJsonObject(block)) content[at] = { ...block, content: writeContent(block["content"], texts) };
    }
    return { ...message, content };
  },
};
