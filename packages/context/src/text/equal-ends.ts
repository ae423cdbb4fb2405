/** What two texts share at their ends, in whole lines: UTF-16 units from the start, and from the end. */
export interface EqualEnds {
  readonly head: number;
  readonly tail: number;
}

const CHUNK = 65_536;

/** The first length in `0..bound` for which `equal` fails, less one: texts are compared in slices, not unit by unit. */
const longestEqual = (bound: number, equal: (from: number, to: number) => boolean): number => {
  let low = 0;
  while (low < bound && equal(low, Math.min(bound, low + CHUNK))) low = Math.min(bound, low + CHUNK);
  let high = Math.min(bound, low + CHUNK);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (equal(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
};

const startsLine = (text: string, index: number): boolean => index === 0 || text[index - 1] === "\n";

/** The equal first lines of two texts, and then their equal last lines, none counted twice. Specification 2.9. */
export const equalEnds = (before: string, after: string): EqualEnds => {
  const common = longestEqual(
    Math.min(before.length, after.length),
    (from, to) => before.slice(from, to) === after.slice(from, to),
  );
  const head = common === 0 ? 0 : before.lastIndexOf("\n", common - 1) + 1;
  const bound = Math.min(before.length, after.length) - head;
  const last = longestEqual(
    bound,
    (from, to) =>
      before.slice(before.length - to, before.length - from) ===
      after.slice(after.length - to, after.length - from),
  );
  const start = before.length - last;
  if (startsLine(before, start) && startsLine(after, after.length - last)) return { head, tail: last };
  const newline = before.indexOf("\n", start);
  return { head, tail: newline === -1 ? 0 : before.length - newline - 1 };
};
