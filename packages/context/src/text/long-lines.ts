import { countCharacters, firstCharacters, lastCharacters } from "@lembas/format";
import { CUT_MARK, CUT_START_MARK } from "./messages.js";

/** A line of a diff that has more characters is not shown whole. Specification 2.8. */
export const LONG_LINE = 1_000;

/** What is shown on either side of the stretch of a long line that changed, and of a long line that did not. */
const AROUND = 100;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const isLongLine = (line: string): boolean => line.length > LONG_LINE && countCharacters(line) > LONG_LINE;

/** How many units two lines share at their start, and then at their end; no character is split. */
const sharedEnds = (one: string, other: string): { start: number; end: number } => {
  const bound = Math.min(one.length, other.length);
  let start = 0;
  while (start < bound && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  if (start > 0 && isHighSurrogate(one.charCodeAt(start - 1))) start--;
  let end = 0;
  while (
    end < bound - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  )
    end++;
  const first = (line: string): number => line.charCodeAt(line.length - 1 - end);
  if (end > 0 && (isHighSurrogate(first(one)) || isHighSurrogate(first(other)))) end--;
  return { start, end };
};

const showStretch = (line: string, start: number, end: number): string => {
  if (!isLongLine(line)) return line;
  const before = line.slice(0, start);
  const after = line.slice(line.length - end);
  const left = lastCharacters(before, AROUND);
  const right = firstCharacters(after, AROUND);
  return (
    (left.length < before.length ? CUT_START_MARK : "") +
    left +
    line.slice(start, line.length - end) +
    right +
    (right.length < after.length ? CUT_MARK : "")
  );
};

/** Two lines, of which one came in the place of the other: of a long one what changed, and a little around it. */
export const showChangedLines = (removed: string, added: string): [removed: string, added: string] => {
  if (!isLongLine(removed) && !isLongLine(added)) return [removed, added];
  const { start, end } = sharedEnds(removed, added);
  return [showStretch(removed, start, end), showStretch(added, start, end)];
};

/** A line that stays: of a long one its start. */
export const showEqualLine = (line: string): string =>
  isLongLine(line) ? firstCharacters(line, AROUND) + CUT_MARK : line;
