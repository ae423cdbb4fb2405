/** An object of JSON, of which nothing is known yet. */
export type JsonObject = { readonly [name: string]: unknown };

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list's objects; of what is no list none. */
export const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
