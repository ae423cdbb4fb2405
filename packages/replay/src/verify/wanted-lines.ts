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

/** The lines of a file from one to another, as a read shows them. */
export const fileLines = (
  content: string,
  isNumbered: boolean,
  first = 1,
  last = Number.POSITIVE_INFINITY,
): WantedLine[] =>
  withoutFinal(content)
    .slice(first - 1, last)
    .map((text, at) => ({
      row: isNumbered ? `${first + at}: ${text}` : text,
      number: first + at,
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

/** The numbers of rows that begin with one, and what stands before its separator. */
const prefixesOf = (rows: readonly string[], separator: string): (string | undefined)[] =>
  rows.map((row) => {
    const digits = /^ *\d{1,15}/.exec(row)?.[0];
    return digits !== undefined && row.startsWith(separator, digits.length) ? digits : undefined;
  });

/**
 * What ends the numbers of a text that numbers its lines, all filled up to one width; `undefined` for any other text.
 * Eight lines one after the other must have consecutive numbers.
 */
export const numberingOf = (text: string): string | undefined => {
  if (!/^ *\d{1,15}[→\t:|]/m.test(text)) return undefined;
  const rows = withoutFinal(text);
  for (const separator of ["→", "\t", ": ", "| ", ":", "|"]) {
    const prefixes = prefixesOf(rows, separator);
    let run = 0;
    const isNumbered = prefixes.some((prefix, at) => {
      const follows = run > 0 && Number(prefix) === Number(prefixes[at - 1]) + 1;
      run = follows ? run + 1 : prefix === undefined ? 0 : 1;
      return run >= 8;
    });
    if (!isNumbered) continue;
    const width = prefixes.find((prefix) => prefix !== undefined)?.length ?? 0;
    const isRegular = prefixes.every(
      (prefix) => prefix === undefined || prefix === String(Number(prefix)).padStart(width),
    );
    return isRegular && numberedLines(rows, separator) ? separator : undefined;
  }
  return undefined;
};
