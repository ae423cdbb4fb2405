import { diffArrays } from "diff";

/** Above this many removed and added lines among those that both sides have there is no search. Specification 2.9. */
export const EDIT_LENGTH_BOUND = 500;

/** Lines that go and lines that come in their place, from 0, each end not included. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** The lines that both sides have at all: where they stand, and a number for each, the same for equal lines. */
interface SharedLines {
  readonly indexes: number[];
  readonly numbers: number[];
}

/** Equal lines one after the other, by the places of the first two among the shared ones. */
interface EqualRun {
  readonly old: number;
  readonly next: number;
  readonly count: number;
}

const sharedLines = (before: readonly string[], after: readonly string[]): [SharedLines, SharedLines] => {
  const numbers = new Map<string, number>();
  const inBefore = before.map((line) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  });
  const inAfter = new Uint8Array(numbers.size);
  const next: SharedLines = { indexes: [], numbers: [] };
  after.forEach((line, index) => {
    const number = numbers.get(line);
    if (number === undefined) return;
    inAfter[number] = 1;
    next.indexes.push(index);
    next.numbers.push(number);
  });
  const old: SharedLines = { indexes: [], numbers: [] };
  inBefore.forEach((number, index) => {
    if (inAfter[number] === 0) return;
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

/** The numbers that stand exactly once in a list, with their places. */
const uniquePlaces = (numbers: readonly number[]): Map<number, number> => {
  const places = new Map<number, number>();
  const twice = new Set<number>();
  for (const [place, number] of numbers.entries()) {
    if (places.has(number)) twice.add(number);
    else places.set(number, place);
  }
  for (const number of twice) places.delete(number);
  return places;
};

/**
 * A longest run of lines that stand exactly once on each side and in the same order on both. Of several, from its end
 * on, each is the one that stands furthest up in the new text. Specification 2.9.
 */
const findAnchors = (old: readonly number[], next: readonly number[]): EqualRun[] => {
  const newPlaces = uniquePlaces(next);
  interface Link {
    readonly old: number;
    readonly next: number;
    readonly before: Link | undefined;
  }
  // ends[n] is, of the runs of n + 1 lines so far, the one whose last line stands furthest up in the new text.
  const ends: Link[] = [];
  for (const [number, place] of uniquePlaces(old)) {
    const at = newPlaces.get(number);
    if (at === undefined) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.next ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    ends[low] = { old: place, next: at, before: ends[low - 1] };
  }
  const anchors: EqualRun[] = [];
  for (let link = ends.at(-1); link !== undefined; link = link.before)
    anchors.push({ old: link.old, next: link.next, count: 1 });
  return anchors.reverse();
};

/** The anchors, and the equal lines that stand next to them: first behind each, then before the next one. */
const widenAnchors = (
  old: readonly number[],
  next: readonly number[],
  anchors: readonly EqualRun[],
): EqualRun[] => {
  const runs: EqualRun[] = [];
  let [oldAt, newAt] = [0, 0];
  const end = { old: old.length, next: next.length };
  for (const [index, { old: oldEnd, next: newEnd }] of [...anchors, end].entries()) {
    const bound = Math.min(oldEnd - oldAt, newEnd - newAt);
    let forward = 0;
    while (index > 0 && forward < bound && old[oldAt + forward] === next[newAt + forward]) forward++;
    let back = 0;
    while (
      index < anchors.length &&
      back < bound - forward &&
      old[oldEnd - 1 - back] === next[newEnd - 1 - back]
    )
      back++;
    if (forward > 0) runs.push({ old: oldAt, next: newAt, count: forward });
    if (index < anchors.length) runs.push({ old: oldEnd - back, next: newEnd - back, count: back + 1 });
    [oldAt, newAt] = [oldEnd + 1, newEnd + 1];
  }
  return runs;
};

/** The lines that stay in a shortest script, or, where it would be longer than the bound, those around unique lines. */
const findRuns = (old: readonly number[], next: readonly number[]): EqualRun[] => {
  const { head, tail } = equalNumbers(old, next);
  const rest = (numbers: readonly number[]): number[] => numbers.slice(head, numbers.length - tail);
  const parts = diffArrays(rest(old), rest(next), { maxEditLength: EDIT_LENGTH_BOUND });
  if (parts === undefined) return widenAnchors(old, next, findAnchors(old, next));
  const runs: EqualRun[] = [];
  let [oldAt, newAt] = [0, 0];
  const keep = (count: number): void => {
    runs.push({ old: oldAt, next: newAt, count });
    oldAt += count;
    newAt += count;
  };
  keep(head);
  for (const { added, removed, count } of parts) {
    if (added) newAt += count;
    else if (removed) oldAt += count;
    else keep(count);
  }
  keep(tail);
  return runs;
};

/**
 * The changes between two lists of lines: a shortest script, or, where it would be longer than the bound, one around
 * the lines that are unique on both sides. Lines that the other side does not have are set aside first, and then what
 * is equal at the ends of the rest, which cannot make the script longer. Specification 2.9.
 */
export const lineScript = (before: readonly string[], after: readonly string[]): LineChange[] => {
  const [old, next] = sharedLines(before, after);
  const changes: LineChange[] = [];
  let [oldAt, newAt] = [0, 0];
  const changeTo = (oldEnd: number, newEnd: number): void => {
    if (oldAt < oldEnd || newAt < newEnd) changes.push({ oldStart: oldAt, oldEnd, newStart: newAt, newEnd });
    oldAt = oldEnd + 1;
    newAt = newEnd + 1;
  };
  for (const run of findRuns(old.numbers, next.numbers)) {
    for (let step = 0; step < run.count; step++)
      changeTo(old.indexes[run.old + step] ?? 0, next.indexes[run.next + step] ?? 0);
  }
  changeTo(before.length, after.length);
  return changes;
};
