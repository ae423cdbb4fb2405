import { checkText } from "@lembas/arguments";
import { wellFormed } from "./well-formed.js";

/** The index where the last line of `text` ends: its final newline ends that line and is not of it. */
export const bodyEnd = (text: string): number => (text.endsWith("\n") ? text.length - 1 : text.length);

/** How many newlines stand in `text` from index `from` up to index `to`. */
export const countNewlines = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
};

/**
 * The lines of a text, without their newlines. A line ends at `"\n"` and nowhere else, and a final newline
 * starts no other line. Specification 1.2.
 *
 * @throws {TypeError} `text` is no string
 * @example splitLines("a\r\nb\n") // ["a\r", "b"]
 */
export const splitLines = (text: string): string[] => {
  checkText(text);
  return text === "" ? [] : wellFormed(text).slice(0, bodyEnd(text)).split("\n");
};

/**
 * How many lines `splitLines` would give, without making them. Specification 1.2.
 *
 * @throws {TypeError} `text` is no string
 * @example countLines("a\n\n") // 2
 */
export const countLines = (text: string): number => {
  checkText(text);
  return text === "" ? 0 : countNewlines(text, 0, bodyEnd(text)) + 1;
};
