/** A JSON object, whatever its fields hold. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Whether a JSON value is an object: not a list, not null.
 *
 * @example isJsonObject(JSON.parse("[]")); // false
 */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
