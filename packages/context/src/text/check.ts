import { checkText } from "@lembas/arguments";
import { wellFormed } from "@lembas/format";
import { ownText } from "./own-text.js";

/**
 * A text that the host gives, well-formed.
 *
 * @throws {TypeError} `value` is no text
 */
export const wellFormedText = (value: unknown, name: string): string => {
  checkText(value, name);
  return wellFormed(value);
};

/** @throws {TypeError} `value` is no text with something in it */
export const checkName = (value: unknown, name: string): string => {
  const text = wellFormedText(value, name);
  if (text !== "") return ownText(text);
  throw new TypeError(`${name} must be a string that is not empty; got ""`);
};

/** @throws {TypeError} `value` is neither a text nor left out */
export const checkCallId = (value: unknown): string | undefined =>
  value === undefined ? undefined : ownText(wellFormedText(value, "callId"));
