import type { WantedLine } from "./shown-lines.js";

/** All lines of a result, and whether they have numbers of their own. */
export interface WantedLines {
  readonly lines: readonly WantedLine[];
  readonly isNumbered: boolean;
}

/** The lines of a text; a final newline begins none. */
export const withoutFinal = (text: string): string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

/** The lines of a file, as a read shows them. */
export const fileLines = (content: string, isNumbered: boolean): WantedLine[] =>
  withoutFinal(content).map((text, at) => ({
    row: isNumbered ? `${at + 1}: ${text}` : text,
    number: at + 1,
    text,
  }));

/** The lines of an output by the numbers that its tool printed, if it did: each greater than the one before. */
const numberedLines = (lines: readonly string[], separator: string): WantedLine[] | undefined => {
  let last = -1;
  let isAny = false;
  const found: WantedLine[] = [];
  for (const row of lines) {
    const digits = /^ *(\d{1,15})/.exec(row);
    if (!digits?.[1] || !row.startsWith(separator, digits[0].length)) {
      found.push({ row, number: undefined, text: row });
      continue;
    }
    const number = Number(digits[1]);
    if (number <= last) return undefined;
    last = number;
    isAny = true;
    found.push({ row, number, text: row.slice(digits[0].length + separator.length) });
  }
  return isAny ? found : undefined;
};

/**
 * The lines of an output, cleaned, by their places.
 *
 * @param separator what stands between number and line, of a tool that numbers its lines itself
 */
export const outputLines = (text: string, separator: string | undefined): WantedLines => {
  const lines = withoutFinal(text);
  const numbered = separator === undefined ? undefined : numberedLines(lines, separator);
  if (numbered) return { lines: numbered, isNumbered: true };
  return { lines: lines.map((row, at) => ({ row, number: at + 1, text: row })), isNumbered: false };
};
