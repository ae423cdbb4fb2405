import { wellFormed } from "@lembas/format";
import { ownText } from "./own-text.js";
import { describe } from "./step-id.js";

/** @throws {TypeError} `value` is no text */
export const checkText = (value: unknown, name: string): string => {
  if (typeof value === "string") return wellFormed(value);
  throw new TypeError(`${name} must be a string; got ${describe(value)}`);
};

/** @throws {TypeError} `value` is no text with something in it */
export const checkName = (value: unknown, name: string): string => {
  const text = checkText(value, name);
  if (text !== "") return ownText(text);
  throw new TypeError(`${name} must be a string that is not empty; got ""`);
};

/** @throws {TypeError} `value` is neither a text nor left out */
export const checkCallId = (value: unknown): string | undefined =>
  value === undefined ? undefined : ownText(checkText(value, "callId"));

/** @throws {TypeError} `value` is neither `true`, `false` nor left out */
export const checkFlag = (value: unknown, name: string): boolean | undefined => {
  if (value === undefined || typeof value === "boolean") return value;
  throw new TypeError(`${name} must be true or false; got ${describe(value)}`);
};

/**
 * @throws {TypeError} `value` is neither a function nor left out
 */
export const checkFunction = <Type>(value: Type, name: string): Type => {
  if (value === undefined || typeof value === "function") return value;
  throw new TypeError(`${name} must be a function; got ${describe(value)}`);
};

/**
 * @throws {RangeError} `value` is no whole number of at least `least`
 */
export const checkWhole = (value: unknown, name: string, least: number): number => {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`${name} must be a whole number of at least ${least}; got ${describe(value)}`);
};
