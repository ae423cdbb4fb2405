import { isJsonObject } from "@lembas/arguments";
import { readContent, writeContent } from "./content.js";
import type { Form } from "./form.js";

/** The items of OpenAI's Responses API. */
export const responses: Form = {
  read: (item, parts) => {
    if (!isJsonObject(item)) return false;
    const { type, role, call_id: id, name: tool } = item;
    if (type === undefined && typeof role !== "string") return false;
    if (type === "compaction") parts.push({ kind: "compaction" });
    if (typeof id !== "string") return true;
    if (type === "function_call_output" || type === "custom_tool_call_output")
      parts.push({ kind: "result", at: 0, callId: id, pieces: readContent(item["output"]) });
    if (typeof tool !== "string") return true;
    if (type === "function_call") parts.push({ kind: "call", id, tool, args: item["arguments"] });
    if (type === "custom_tool_call") parts.push({ kind: "call", id, tool, args: { input: item["input"] } });
    return true;
  },
  write: (item, [change]) => {
    if (!isJsonObject(item) || change === undefined) return item;
    return { ...item, output: writeContent(item["output"], change.texts) };
  },
};
