import type { JsonObject } from "@lembas/arguments";
import { cutRead } from "./cut-read.js";
import { resultText, toJsonText, toObject } from "./json.js";
import type { Recorded } from "./recorded.js";

/** What the model said in a part of a message: a text, or the arguments of a call; all other parts are the program's. */
export const saidInPart = (part: JsonObject): string => {
  if (part["type"] === "text") return resultText(part);
  return part["type"] === "tool" ? toJsonText(toObject(part["state"])["input"] ?? {}) : "";
};

/** A line that the read tool cut off. */
const isCut = (line: string): boolean =>
  line.endsWith("... (line truncated to 2000 chars)") || (line.length === 2_003 && line.endsWith("..."));

/** A step as it is; of a read that shows a line only in part none is known. */
export const withoutCutLines = (step: Recorded): Recorded =>
  step.op === "read" && step.printed?.lines.some(isCut) ? cutRead(step) : step;
