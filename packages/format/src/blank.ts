import { checkText } from "@lembas/arguments";

/**
 * Whether a text is blank: `String.prototype.trim` leaves nothing of it. Specification 1.3.
 *
 * @throws {TypeError} `text` is no string
 * @example isBlank(" \n\ufeff") // true
 */
export const isBlank = (text: string): boolean => {
  checkText(text);
  return text.trim() === "";
};
