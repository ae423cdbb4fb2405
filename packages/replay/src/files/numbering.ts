/** What may stand between a line's number and the line, in the order in which they are tried. */
const SEPARATORS = ["→", "\t", ": ", "| ", ":", "|"];

/** As many lines one after the other show that a tool numbers its lines. */
const RUN = 8;

/**
 * What stands between number and line in the text of a tool that numbers its lines itself: the first separator with
 * which eight lines one after the other begin with consecutive numbers. `undefined` for any other text.
 *
 * @example
 * numberingOf(Array.from({ length: 8 }, (_, at) => `${at + 1}\tline`).join("\n")); // "\t"
 */
export const numberingOf = (text: string): string | undefined => {
  if (!/^ *\d+[→\t:|]/m.test(text)) return undefined;
  const lines = text.split("\n");
  return SEPARATORS.find((separator) => {
    let run = 0;
    let last = Number.NaN;
    return lines.some((line) => {
      const digits = /^ *(\d{1,15})/.exec(line);
      const isNumbered = digits !== null && line.startsWith(separator, digits[0].length);
      const number = isNumbered ? Number(digits[1]) : Number.NaN;
      run = number === last + 1 ? run + 1 : isNumbered ? 1 : 0;
      last = number;
      return run >= RUN;
    });
  });
};
