import { isJsonObject as isObject } from "@lembas/arguments";

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * Whether a value is an object that is neither null nor a list.
 *
 * @example
 * isJsonObject(JSON.parse("{}")); // true
 */
export const isJsonObject = (value: unknown): value is JsonObject => isObject(value);
