import { readContent, writeContent } from "./content.js";
import { type Form, NO_PARTS, type Part } from "./form.js";
import { isRecord } from "./record.js";

const readBlock = (block: unknown, at: number, role: unknown): Part[] => {
  if (!isRecord(block)) return [];
  const { type, id, name, tool_use_id: callId } = block;
  if (role === "assistant" && type === "tool_use" && typeof id === "string" && typeof name === "string") {
    return [{ kind: "call", id, tool: name, args: block["input"] }];
  }
  if (role === "assistant" && type === "compaction") return [{ kind: "compaction" }];
  if (role === "user" && type === "tool_result" && typeof callId === "string") {
    return [{ kind: "result", at, callId, pieces: readContent(block["content"]) }];
  }
  return [];
};

/** Anthropic's Messages API. Results of its own tools stand in assistant messages, which are only read for calls. */
export const anthropic: Form = {
  read: (message) => {
    if (!isRecord(message)) return undefined;
    const { role, content } = message;
    if (role !== "user" && role !== "assistant" && role !== "system") return undefined;
    if (typeof content === "string" || content === undefined) return NO_PARTS;
    return Array.isArray(content) ? content.flatMap((block, at) => readBlock(block, at, role)) : undefined;
  },
  write: (message, changes) => {
    if (!isRecord(message) || !Array.isArray(message["content"])) return message;
    const blocks: readonly unknown[] = message["content"];
    const content = blocks.map((block, at) => {
      const texts = changes.get(at);
      return texts && isRecord(block) ? { ...block, content: writeContent(block["content"], texts) } : block;
    });
    return { ...message, content };
  },
};
