import { isObject, type JsonObject, parseJson } from "./json.js";
import type { WaitingCall } from "./tool-calls.js";

/** The arguments of a call, which Codex records under three names, as JSON text or as they are. */
export const argumentsOf = (item: JsonObject): JsonObject => {
  const value = item["arguments"] ?? item["input"] ?? item["action"];
  const parsed = typeof value === "string" ? parseJson(value) : value;
  return isObject(parsed) ? parsed : { input: value };
};

/** A patch that is given to a shell, or to its own tool. */
export const patchOf = ({ args }: WaitingCall): string | undefined => {
  const { command, cmd, input } = args;
  const text = [command, cmd, input]
    .flat()
    .filter((part) => typeof part === "string")
    .join("\n");
  const from = text.indexOf("*** Begin Patch");
  const to = text.indexOf("*** End Patch", from);
  return from >= 0 && to >= 0 ? text.slice(from, to) : undefined;
};
