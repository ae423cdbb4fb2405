import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { readContent, writeContent } from "./content.js";
import type { Form, NewTexts, Part, Piece } from "./form.js";

/** Outputs that hold texts; the values of the others are left alone. */
const TEXT_OUTPUTS: ReadonlySet<unknown> = new Set(["text", "error-text", "content"]);

const readOutput = (output: unknown): readonly Piece[] =>
  isJsonObject(output) && TEXT_OUTPUTS.has(output["type"]) ? readContent(output["value"]) : [];

const readPart = (part: unknown, at: number, role: unknown): Part | undefined => {
  if (!isJsonObject(part)) return undefined;
  const { type, toolCallId: id, toolName: tool } = part;
  if (typeof id !== "string" || typeof tool !== "string") return undefined;
  if (role === "assistant" && type === "tool-call" && part["providerExecuted"] !== true) {
    return { kind: "call", id, tool, args: part["input"] };
  }
  if (role === "tool" && type === "tool-result") {
    return { kind: "result", at, callId: id, pieces: readOutput(part["output"]) };
  }
  return undefined;
};

const writePart = (part: JsonObject, texts: NewTexts): JsonObject => {
  const { output } = part;
  return isJsonObject(output)
    ? { ...part, output: { ...output, value: writeContent(output["value"], texts) } }
    : part;
};

const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/** The AI SDK: its model messages, and the prompts that its language models are given. */
export const modelMessages: Form = {
  read: (message, parts) => {
    if (!isJsonObject(message) || !ROLES.has(message["role"])) return false;
    const { role, content } = message;
    if (typeof content === "string") return true;
    if (!Array.isArray(content)) return false;
    for (let at = 0; at < content.length; at++) {
      const part = readPart(content[at], at, role);
      if (part !== undefined) parts.push(part);
    }
    return true;
  },
  write: (message, changes) => {
    if (!isJsonObject(message) || !Array.isArray(message["content"])) return message;
    const content: unknown[] = message["content"].slice();
    for (const { at, texts } of changes) {
      const part = content[at];
      if (isJsonObject(part)) content[at] = writePart(part, texts);
    }
    return { ...message, content };
  },
};
