import { readContent, writeContent } from "./content.js";
import { type Form, NO_PARTS } from "./form.js";
import { isRecord } from "./record.js";

/** The items of OpenAI's Responses API. */
export const responses: Form = {
  read: (item) => {
    if (!isRecord(item)) return undefined;
    const { type, role, call_id: id, name: tool } = item;
    if (type === undefined && typeof role !== "string") return undefined;
    if (type === "compaction") return [{ kind: "compaction" }];
    if (typeof id !== "string") return NO_PARTS;
    if (type === "function_call_output" || type === "custom_tool_call_output") {
      return [{ kind: "result", at: 0, callId: id, pieces: readContent(item["output"]) }];
    }
    if (typeof tool !== "string") return NO_PARTS;
    if (type === "function_call") return [{ kind: "call", id, tool, args: item["arguments"] }];
    if (type === "custom_tool_call") return [{ kind: "call", id, tool, args: { input: item["input"] } }];
    return NO_PARTS;
  },
  write: (item, [change]) => {
    if (!isRecord(item) || change === undefined) return item;
    return { ...item, output: writeContent(item["output"], change.texts) };
  },
};
