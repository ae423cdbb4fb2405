import { diffArrays } from "diff";

/** Above this many deleted and added lines among those that both sides have, all of them are one replaced block. Specification 2.9. */
export const EDIT_LENGTH_BOUND = 500;

/** Which lines of two lists stay: `true` at the index of each line that the other side keeps too. */
export interface LineScript {
  readonly before: readonly boolean[];
  readonly after: readonly boolean[];
}

/** The lines that both sides have at all: where they stand, and a number for each, the same for equal lines. */
interface SharedLines {
  readonly indexes: number[];
  readonly numbers: number[];
}

const sharedLines = (before: readonly string[], after: readonly string[]): [SharedLines, SharedLines] => {
  const numbers = new Map<string, number>();
  const oldNumbers: number[] = [];
  for (const line of before) {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    oldNumbers.push(number);
  }
  const old: SharedLines = { indexes: [], numbers: [] };
  const next: SharedLines = { indexes: [], numbers: [] };
  const inAfter = new Set<number>();
  after.forEach((line, index) => {
    const number = numbers.get(line);
    if (number === undefined) return;
    inAfter.add(number);
    next.indexes.push(index);
    next.numbers.push(number);
  });
  oldNumbers.forEach((number, index) => {
    if (!inAfter.has(number)) return;
    old.indexes.push(index);
    old.numbers.push(number);
  });
  return [old, next];
};

/** How many numbers two lists share at their start, and then at their end. */
const equalNumbers = (old: readonly number[], next: readonly number[]): { head: number; tail: number } => {
  const bound = Math.min(old.length, next.length);
  let head = 0;
  while (head < bound && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < bound - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail++;
  return { head, tail };
};

/**
 * A shortest edit script between two lists of lines, or, where it would be longer than the bound, one that keeps none.
 * Lines that the other side does not have are set aside first, and then what is equal at the ends of the rest, which
 * cannot make the script longer. Specification 2.9.
 */
export const lineScript = (before: readonly string[], after: readonly string[]): LineScript => {
  const [old, next] = sharedLines(before, after);
  const { head, tail } = equalNumbers(old.numbers, next.numbers);
  const rest = ({ numbers }: SharedLines): number[] => numbers.slice(head, numbers.length - tail);
  const parts = diffArrays(rest(old), rest(next), { maxEditLength: EDIT_LENGTH_BOUND });
  const script = { before: before.map(() => false), after: after.map(() => false) };
  if (parts === undefined) return script;
  let oldAt = 0;
  let newAt = 0;
  const keep = (count: number): void => {
    for (let step = 0; step < count; step++) {
      script.before[old.indexes[oldAt++] ?? 0] = true;
      script.after[next.indexes[newAt++] ?? 0] = true;
    }
  };
  keep(head);
  for (const { added, removed, count } of parts) {
    if (added) newAt += count;
    else if (removed) oldAt += count;
    else keep(count);
  }
  keep(tail);
  return script;
};
