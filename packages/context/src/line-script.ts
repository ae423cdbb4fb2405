import { diffArrays } from "diff";

/** Above this many deleted and added lines among those that both sides have, all of them are one replaced block. Specification 2.9. */
export const EDIT_LENGTH_BOUND = 500;

/** Which lines of two lists stay: `true` at the index of each line that the other side keeps too. */
export interface LineScript {
  readonly before: readonly boolean[];
  readonly after: readonly boolean[];
}

/** A number for each different line, so that lines are compared once. */
const numberLines = (before: readonly string[], after: readonly string[]): [number[], number[]] => {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return [before.map(numberOf), after.map(numberOf)];
};

/** The indexes of the lines that the other side has at all: the rest is deleted or added whatever the script. */
const sharedIndexes = (lines: readonly number[], others: readonly number[]): number[] => {
  const known = new Set(others);
  return lines.flatMap((line, index) => (known.has(line) ? [index] : []));
};

/**
 * A shortest edit script between two lists of lines, or, where it would be longer than the bound, one that keeps none.
 * Lines that the other side does not have are set aside first, which cannot make the script longer. Specification 2.9.
 */
export const lineScript = (before: readonly string[], after: readonly string[]): LineScript => {
  const [oldLines, newLines] = numberLines(before, after);
  const oldIndexes = sharedIndexes(oldLines, newLines);
  const newIndexes = sharedIndexes(newLines, oldLines);
  const parts = diffArrays(
    oldIndexes.map((index) => oldLines[index]),
    newIndexes.map((index) => newLines[index]),
    { maxEditLength: EDIT_LENGTH_BOUND },
  );
  const keptBefore = before.map(() => false);
  const keptAfter = after.map(() => false);
  let oldAt = 0;
  let newAt = 0;
  for (const { added, removed, count } of parts ?? []) {
    for (let step = 0; step < count; step++) {
      const oldIndex = added ? undefined : oldIndexes[oldAt++];
      const newIndex = removed ? undefined : newIndexes[newAt++];
      if (oldIndex === undefined || newIndex === undefined) continue;
      keptBefore[oldIndex] = true;
      keptAfter[newIndex] = true;
    }
  }
  return { before: keptBefore, after: keptAfter };
};
