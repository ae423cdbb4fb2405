/** What stands between a line's number and the line. */
const BEHIND_NUMBER = ": ";

/** The characters of a line's `n: `. */
export const numberWidth = (line: number): number => String(line).length + BEHIND_NUMBER.length;

/** How many digits the numbers from 1 to `last` have together. */
const digitsUpTo = (last: number): number => {
  let count = 0;
  for (let least = 1; least <= last; least *= 10) count += last - least + 1;
  return count;
};

/** The characters of the `n: ` of all lines from `first` to `last`. */
export const numbersWidth = (first: number, last: number): number =>
  digitsUpTo(last) - digitsUpTo(first - 1) + BEHIND_NUMBER.length * (last - first + 1);

/** Lines, each with its number: `n: line`. */
export const numberLines = (body: string, first: number): string => {
  const lines = body.split("\n");
  for (const [index, line] of lines.entries()) lines[index] = `${first + index}${BEHIND_NUMBER}${line}`;
  return lines.join("\n");
};
