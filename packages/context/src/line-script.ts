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
  const shared: [SharedLines, SharedLines] = [
    { indexes: [], numbers: [] },
    { indexes: [], numbers: [] },
  ];
  const [old, next] = shared;
  const inAfter = new Set<number>();
  for (const [index, line] of after.entries()) {
    const number = numbers.get(line);
    if (number === undefined) continue;
    inAfter.add(number);
    next.indexes.push(index);
    next.numbers.push(number);
  }
  for (const [index, number] of oldNumbers.entries()) {
    if (!inAfter.has(number)) continue;
    old.indexes.push(index);
    old.numbers.push(number);
  }
  return shared;
};

/**
 * A shortest edit script between two lists of lines, or, where it would be longer than the bound, one that keeps none.
 * Lines that the other side does not have are set aside first, which cannot make the script longer. Specification 2.9.
 */
export const lineScript = (before: readonly string[], after: readonly string[]): LineScript => {
  const [old, next] = sharedLines(before, after);
  const parts = diffArrays(old.numbers, next.numbers, { maxEditLength: EDIT_LENGTH_BOUND }) ?? [];
  const script = { before: before.map(() => false), after: after.map(() => false) };
  let oldAt = 0;
  let newAt = 0;
  for (const { added, removed, count } of parts) {
    for (let step = 0; step < count; step++) {
      const oldIndex = added ? undefined : old.indexes[oldAt++];
      const newIndex = removed ? undefined : next.indexes[newAt++];
      if (oldIndex === undefined || newIndex === undefined) continue;
      script.before[oldIndex] = true;
      script.after[newIndex] = true;
    }
  }
  return script;
};
