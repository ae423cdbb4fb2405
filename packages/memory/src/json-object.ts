/** A JSON object, whatever its fields hold. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object: no list, no null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
