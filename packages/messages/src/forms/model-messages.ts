import { readContent, writeContent } from "./content.js";
import { type Form, type NewTexts, NO_PARTS, type Part, type Piece } from "./form.js";
import { isRecord, type JsonRecord } from "./record.js";

/** Outputs that hold texts; the values of the others are left alone. */
const TEXT_OUTPUTS: ReadonlySet<unknown> = new Set(["text", "error-text", "content"]);

const readOutput = (output: unknown): readonly Piece[] =>
  isRecord(output) && TEXT_OUTPUTS.has(output["type"]) ? readContent(output["value"]) : [];

const readPart = (part: unknown, at: number, role: unknown): Part[] => {
  if (!isRecord(part)) return [];
  const { type, toolCallId: id, toolName: tool } = part;
  if (typeof id !== "string" || typeof tool !== "string") return [];
  if (role === "assistant" && type === "tool-call" && part["providerExecuted"] !== true) {
    return [{ kind: "call", id, tool, args: part["input"] }];
  }
  if (role === "tool" && type === "tool-result") {
    return [{ kind: "result", at, callId: id, pieces: readOutput(part["output"]) }];
  }
  return [];
};

const writePart = (part: JsonRecord, texts: NewTexts): JsonRecord => {
  const { output } = part;
  return isRecord(output)
    ? { ...part, output: { ...output, value: writeContent(output["value"], texts) } }
    : part;
};

const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/** The AI SDK: its model messages, and the prompts that its language models are given. */
export const modelMessages: Form = {
  read: (message) => {
    if (!isRecord(message) || !ROLES.has(message["role"])) return undefined;
    const { role, content } = message;
    if (typeof content === "string") return NO_PARTS;
    return Array.isArray(content) ? content.flatMap((part, at) => readPart(part, at, role)) : undefined;
  },
  write: (message, changes) => {
    if (!isRecord(message) || !Array.isArray(message["content"])) return message;
    const content: unknown[] = message["content"].slice();
    for (const { at, texts } of changes) {
      const part = content[at];
      if (isRecord(part)) content[at] = writePart(part, texts);
    }
    return { ...message, content };
  },
};
