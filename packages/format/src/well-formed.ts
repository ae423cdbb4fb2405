import { checkText } from "@lembas/arguments";

/**
 * The text with each lone surrogate replaced by U+FFFD; a well-formed text comes back as the same string.
 * Every function of this package that gives text gives it well-formed. Specification 1.1.
 *
 * @throws {TypeError} `text` is no string
 * @example wellFormed("a\ud800b") // "a\ufffdb"
 */
export const wellFormed = (text: string): string => {
  checkText(text);
  return text.isWellFormed() ? text : text.toWellFormed();
};
