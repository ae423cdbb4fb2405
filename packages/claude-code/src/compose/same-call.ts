import { sortedJson } from "../transcript/message-hash.js";
import type { Call } from "../transcript/sent-request.js";

/** Whether two calls are of one tool with equal arguments. */
export const isSameCall = (one: Call | undefined, other: Call): boolean =>
  one?.tool === other.tool && sortedJson(one.input) === sortedJson(other.input);
