import { readContent, writeContent } from "./content.js";
import { type Form, NO_PARTS } from "./form.js";
import { isRecord } from "./record.js";

/** The items of OpenAI's Agents SDK. */
export const openaiAgents: Form = {
  read: (item) => {
    if (!isRecord(item)) return undefined;
    const { type, role, callId, name: tool } = item;
    if (type === undefined && typeof role !== "string") return undefined;
    if (type === "compaction") return [{ kind: "compaction" }];
    if (typeof callId !== "string") return NO_PARTS;
    if (type === "function_call_result") {
      return [{ kind: "result", at: 0, callId, pieces: readContent(item["output"]) }];
    }
    if (type !== "function_call" || typeof tool !== "string") return NO_PARTS;
    return [{ kind: "call", id: callId, tool, args: item["arguments"] }];
  },
  write: (item, [change]) => {
    if (!isRecord(item) || change === undefined) return item;
    return { ...item, output: writeContent(item["output"], change.texts) };
  },
};
