import { isObject, type JsonObject, toList, toObject, toText } from "../json.js";
import type { BranchEntry } from "./format.js";

const isBoundary = ({ subtype }: JsonObject): boolean =>
  subtype === "compact_boundary" || subtype === "microcompact_boundary";

/** What a person says. Results, summaries and what the program adds by itself come in the same kind of line. */
const isPrompt = (event: JsonObject): boolean => {
  const blocks = toList(toObject(event["message"])["content"]).filter(isObject);
  const added = event["isMeta"] === true || event["isCompactSummary"] === true;
  return event["type"] === "user" && !added && blocks.every(({ type }) => type !== "tool_result");
};

/**
 * Where a line of Claude Code stands among the branches of its session. Only a prompt begins one: the results of
 * calls that ran side by side have the lines of their calls as parents.
 */
export const claudeCodeEntry = (value: unknown): BranchEntry | undefined => {
  const event = toObject(value);
  const { uuid, parentUuid, type } = event;
  if (typeof uuid !== "string" || event["isSidechain"] === true) return undefined;
  const parent = parentUuid === null ? null : toText(parentUuid);
  const silent = type !== "user" && type !== "assistant" && !isBoundary(event);
  return { id: uuid, parent, begins: isPrompt(event), silent };
};
