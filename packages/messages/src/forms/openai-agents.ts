import { isJsonObject } from "@lembas/arguments";
import { readContent, writeContent } from "./content.js";
import type { Form } from "./form.js";

/** The items of OpenAI's Agents SDK. */
export const openaiAgents: Form = {
  read: (item, parts) => {
    if (!isJsonObject(item)) return false;
    const { type, role, callId, name: tool } = item;
    if (type === undefined && typeof role !== "string") return false;
    if (type === "compaction") parts.push({ kind: "compaction" });
    if (typeof callId !== "string") return true;
    if (type === "function_call_result")
      parts.push({ kind: "result", at: 0, callId, pieces: readContent(item["output"]) });
    if (type === "function_call" && typeof tool === "string")
      parts.push({ kind: "call", id: callId, tool, args: item["arguments"] });
    return true;
  },
  write: (item, [change]) => {
    if (!isJsonObject(item) || change === undefined) return item;
    return { ...item, output: writeContent(item["output"], change.texts) };
  },
};
