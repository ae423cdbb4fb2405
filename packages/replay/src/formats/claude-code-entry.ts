import { isJsonObject, type JsonObject } from "@lembas/arguments";
import type { BranchEntry } from "./format.js";
import { toList, toObject, toText } from "./json.js";

const isBoundary = ({ subtype }: JsonObject): boolean =>
  subtype === "compact_boundary" || subtype === "microcompact_boundary";

/** What a person says may begin a branch anywhere, what a command of the program adds only elsewhere; no result does. */
const branching = (event: JsonObject): BranchEntry["begins"] => {
  if (event["subtype"] === "local_command") return "elsewhere";
  if (event["type"] !== "user" || event["isCompactSummary"] === true) return false;
  const blocks = toList(toObject(event["message"])["content"]).filter(isJsonObject);
  if (blocks.some(({ type }) => type === "tool_result")) return false;
  return event["isMeta"] === true ? "elsewhere" : true;
};

/**
 * Where a line of Claude Code stands among the branches of its session. Results begin none: those of calls that ran
 * side by side have the lines of their calls as parents.
 */
export const claudeCodeEntry = (value: unknown): BranchEntry | undefined => {
  const event = toObject(value);
  const { uuid, parentUuid, type } = event;
  if (typeof uuid !== "string" || event["isSidechain"] === true) return undefined;
  const parent = parentUuid === null ? null : toText(parentUuid);
  const silent = type !== "user" && type !== "assistant" && !isBoundary(event);
  return { id: uuid, parent, begins: branching(event), silent };
};
