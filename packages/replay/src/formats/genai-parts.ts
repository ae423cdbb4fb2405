import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { toJsonText, toObject, toText } from "./json.js";
import type { Change, Recorded } from "./recorded.js";
import type { ToolTable } from "./tool-rules.js";

/** A call that stands in the parts of a message. */
export interface PartCall {
  readonly id: string | undefined;
  readonly name: unknown;
  readonly args: JsonObject;
}

/** A result that stands in the parts of a message. */
export interface PartResult {
  readonly id: string | undefined;
  readonly name: unknown;
  readonly text: string;
  readonly failed: boolean;
}

const partsOf = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : [content]);

/** The text of a message: its text parts, without what the model only thought. */
export const partsText = (content: unknown): string =>
  partsOf(content)
    .map((part) => {
      if (typeof part === "string") return part;
      const { text, thought } = toObject(part);
      return thought === true ? "" : (toText(text) ?? "");
    })
    .join("");

/** The calls in the parts of a message. */
export const partsCalls = (content: unknown): PartCall[] =>
  partsOf(content).flatMap((part) => {
    const call = toObject(part)["functionCall"];
    if (!isJsonObject(call)) return [];
    return [{ id: toText(call["id"]), name: call["name"], args: toObject(call["args"]) }];
  });

/** What a model is given of a response: its output, or its error. */
const responseText = (response: JsonObject): string =>
  toText(response["output"]) ??
  toText(response["error"]) ??
  (Object.keys(response).length === 0 ? "" : toJsonText(response));

/** The results in the parts of a message. */
export const partsResults = (content: unknown): PartResult[] =>
  partsOf(content).flatMap((part) => {
    const result = toObject(part)["functionResponse"];
    if (!isJsonObject(result)) return [];
    const response = toObject(result["response"]);
    const failed = response["error"] !== undefined;
    return [{ id: toText(result["id"]), name: result["name"], text: responseText(response), failed }];
  });

/** The whole texts of a file that an edit shows to the person: what was there before and after it. */
const wholeChange = (display: JsonObject): (Change & { kind: "whole" }) | undefined => {
  const { originalContent, newContent, truncatedForSession } = display;
  if (truncatedForSession === true || typeof newContent !== "string") return undefined;
  if (originalContent !== null && typeof originalContent !== "string") return undefined;
  return { kind: "whole", before: originalContent, after: newContent };
};

/**
 * A step of these agents with what the recording has beside the result, which the person was shown: of an edit the
 * whole file. What a model asked to be replaced need not stand in it so: the tool looks for what is nearly the same.
 */
export const withDisplay = (step: Recorded, display: unknown): Recorded => {
  if (step.op !== "edit") return step;
  const change = wholeChange(toObject(display));
  if (!change) return step;
  const { isInCall, ...rest } = step;
  const isWhole = isInCall === true && toObject(step.args)["content"] === change.after;
  return { ...rest, changes: [change], ...(isWhole && { isInCall }) };
};

/**
 * The tools of Gemini CLI and of Qwen Code, which comes from it (google-gemini/gemini-cli:
 * packages/core/src/tools/definitions/base-declarations.ts; QwenLM/qwen-code: packages/core/src/tools/). Their shell
 * is none whose reads can be placed: it prints through a terminal, which takes tabs and blanks at the ends away.
 */
export const genaiTools: ToolTable = {
  tools: {
    read_file: { op: "read", path: ["file_path", "absolute_path"], offset: ["offset"], style: "headed" },
    write_file: { op: "write", path: ["file_path"], text: ["content"] },
    replace: {
      ...{ op: "edit", path: ["file_path"], old: ["old_string"], new: ["new_string"] },
      all: ["allow_multiple", "replace_all"],
    },
    edit: {
      ...{ op: "edit", path: ["file_path"], old: ["old_string"], new: ["new_string"] },
      all: ["allow_multiple", "replace_all"],
    },
    run_shell_command: { op: "output", as: "bash" },
    grep_search: { op: "output", as: "grep" },
    search_file_content: { op: "output", as: "grep" },
    glob: { op: "output", as: "glob" },
    list_directory: { op: "output", as: "list" },
  },
  failures: [],
};
