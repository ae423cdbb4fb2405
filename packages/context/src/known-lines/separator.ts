import { BLOCK_LINES } from "./line-hash.js";
import { numberedLines } from "./text-lines.js";

/** What tools put behind the numbers of lines, in the order in which they are tried. */
const SEPARATORS = ["→", "\t", ": ", "| ", ":", "|"];

/**
 * What ends the numbers of a text that numbers its lines itself, found in the text: the first separator with which
 * eight lines one after the other have consecutive numbers, and all numbers rise; `undefined` where there is none.
 *
 * @example findSeparator("1\ta\n2\tb\n3\tc\n4\td\n5\te\n6\tf\n7\tg\n8\th\n") // "\t"
 */
export const findSeparator = (text: string): string | undefined => {
  // Only a text whose lines begin with numbers is worth the passes.
  if (!/^ *[0-9]/m.test(text)) return undefined;
  return SEPARATORS.find((separator) =>
    numberedLines(text, separator)?.stretches.some(({ count }) => count >= BLOCK_LINES),
  );
};
