import { isJsonObject } from "@lembas/arguments";

/** Numbers below this are seconds since 1970, all others milliseconds. */
const FIRST_MILLISECONDS = 1e11;
/** No date is later. */
const LAST_MILLISECONDS = 8.64e15;

/**
 * When a value of a recording was written, in milliseconds since 1970, where its field `timestamp` says so.
 *
 * @example
 * timeOfValue({ timestamp: "2026-01-01T00:00:00.000Z" }); // 1767225600000
 */
export const timeOfValue = (value: unknown): number | undefined => {
  const timestamp = isJsonObject(value) ? value["timestamp"] : undefined;
  if (typeof timestamp === "number" && timestamp > 0 && timestamp <= LAST_MILLISECONDS)
    return timestamp < FIRST_MILLISECONDS ? timestamp * 1000 : timestamp;
  const time = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
};
