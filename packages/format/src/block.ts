import { wellFormed } from "./well-formed.js";

/**
 * A text as a block: blank lines before it and white space after it go, the indentation of its first line
 * stays. Specification 1.10.
 *
 * @throws {TypeError} `text` is no string
 * @example toBlock("\n  a\n  b\n\n") // "  a\n  b"
 */
export const toBlock = (text: string): string => {
  const kept = wellFormed(text).trimEnd();
  const first = kept.length - kept.trimStart().length;
  return kept.slice(kept.lastIndexOf("\n", first) + 1);
};
