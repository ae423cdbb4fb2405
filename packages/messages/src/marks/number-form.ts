import { findSeparator, numberedLines, type TextLines, textLines } from "@lembas/context/known-lines";

/** How a text writes the numbers of its lines: what ends them, and the width to which spaces fill them up. */
export interface NumberForm {
  readonly separator: string;
  readonly width: number;
}

/** A line behind its number. */
export const numberLine = (line: string, number: number, { separator, width }: NumberForm): string =>
  `${String(number).padStart(width)}${separator}${line}`;

/** The form of a text's numbers; `undefined` where a number is not written as the first one says. */
const regularForm = (lines: TextLines, separator: string): NumberForm | undefined => {
  const [{ at: first } = { at: 0 }] = lines.stretches;
  const width = lines.lineStart(first) - separator.length - lines.rowStart(first);
  for (const { at, count, number } of lines.stretches) {
    for (let index = at; index < at + count; index++) {
      const start = lines.rowStart(index);
      const shown = `${String(number + index - at).padStart(width)}${separator}`;
      if (lines.lineStart(index) - start !== shown.length || !lines.text.startsWith(shown, start))
        return undefined;
    }
  }
  return { separator, width };
};

/** How many lines must begin with a number for the text to number its lines. */
const LEAST_NUMBERED = 8;

const beginsWithDigit = (lines: TextLines, index: number): boolean => {
  let at = lines.lineStart(index);
  while (lines.text.charCodeAt(at) === 32) at++;
  const unit = lines.text.charCodeAt(at);
  return unit >= 48 && unit <= 57;
};

/** Whether enough lines begin with a digit: few texts are worth a closer look. */
const mayBeNumbered = (lines: TextLines): boolean => {
  let found = 0;
  for (let index = 0; index < lines.count && found < LEAST_NUMBERED; index++) {
    if (beginsWithDigit(lines, index)) found++;
  }
  return found === LEAST_NUMBERED;
};

/** The lines of a text and, where it numbers them itself, how. */
export interface NumberedText {
  readonly lines: TextLines;
  readonly form?: NumberForm;
}

/** A text as lines, with the numbers that it gives them itself or, without such, by their place. Specification 6.3. */
export const readLines = (text: string): NumberedText => {
  const plain = textLines(text);
  const separator = mayBeNumbered(plain) ? findSeparator(text) : undefined;
  if (separator !== undefined) {
    const lines = numberedLines(text, separator);
    const form = lines && regularForm(lines, separator);
    if (lines && form) return { lines, form };
  }
  return { lines: plain };
};

const SEPARATORS = ["→", "\t", ": ", "| ", ":", "|"];
const NUMBER = /^ *[0-9]{1,15}(?=[→\t:|])/u;

/** The form of the numbers of lines of which some are not there: what ends most of them, filled up as the first is. */
export const guessForm = (lines: readonly string[]): NumberForm | undefined => {
  const counts = SEPARATORS.map((separator) => ({ separator, count: 0, width: 0 }));
  for (const line of lines) {
    const number = NUMBER.exec(line)?.[0].length;
    if (number === undefined) continue;
    for (const counted of counts) {
      if (!line.startsWith(counted.separator, number)) continue;
      if (counted.count === 0) counted.width = number;
      counted.count++;
    }
  }
  const most = Math.max(...counts.map(({ count }) => count));
  return most === 0 ? undefined : counts.find(({ count }) => count === most);
};
