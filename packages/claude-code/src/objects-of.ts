import { isJsonObject, type JsonObject } from "@lembas/arguments";

/** A list's objects; of what is no list none. */
export const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
