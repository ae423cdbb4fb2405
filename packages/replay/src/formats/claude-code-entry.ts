import { isJsonObject, type JsonObject } from "@lembas/arguments";
import type { BranchEntry, ValueIdentity } from "./format.js";
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
 * The place of a line in its session, by the envelope of Claude Code's lines, which Qwen Code's have too; `undefined` of
 * a subagent's line, and of one without a name.
 */
export const placeOfLine = ({
  uuid,
  parentUuid,
  isSidechain,
}: JsonObject): Pick<BranchEntry, "id" | "parent"> | undefined =>
  typeof uuid !== "string" || isSidechain === true
    ? undefined
    : { id: uuid, parent: parentUuid === null ? null : toText(parentUuid) };

/** Which line one is, by the same envelope: a session that was forked takes lines of the first one along. */
export const identityOfLine = (value: unknown): ValueIdentity | undefined => {
  const { uuid, forkedFrom } = toObject(value);
  const own = toText(uuid);
  return own === undefined
    ? undefined
    : { own, original: toText(toObject(forkedFrom)["messageUuid"]) ?? own };
};

/**
 * Where a line of Claude Code stands among the branches of its session. Results begin none: those of calls that ran
 * side by side have the lines of their calls as parents.
 */
export const claudeCodeEntry = (value: unknown): BranchEntry | undefined => {
  const event = toObject(value);
  const place = placeOfLine(event);
  if (!place) return undefined;
  const { type } = event;
  const isQueued = toObject(event["attachment"])["type"] === "queued_command";
  const silent = type !== "user" && type !== "assistant" && !isBoundary(event) && !isQueued;
  return { ...place, begins: branching(event), silent };
};
