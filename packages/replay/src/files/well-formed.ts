import { isJsonObject } from "@lembas/arguments";
import type { Recorded } from "../formats/recorded.js";

/** What models and programs gave, which no text is made of here. */
const GIVEN = new Set(["args", "entries", "ops", "record"]);

/** Whether every text in the value is well-formed; lists and objects are looked into. */
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  return Object.keys(value).every((name) => GIVEN.has(name) || isWellFormed(value[name]));
};

const mend = (value: unknown): unknown => {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(mend);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, GIVEN.has(name) ? each : mend(each)]),
  );
};

/**
 * What a reader found, with its texts well-formed, as the ledger makes every text first (specification, chapter 1): a
 * harness that cuts an emoji in two leaves half of it in the recording.
 *
 * @example
 * wellFormed({ op: "message", role: "user", text: "\ud83d" }); // text: "\ufffd"
 */
export const wellFormed = (recorded: Recorded): Recorded =>
  isWellFormed(recorded) ? recorded : (mend(recorded) as Recorded);
