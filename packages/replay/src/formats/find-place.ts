/**
 * The place of the first number of a list that is past a bound, or the list's length where none is. The list is sorted:
 * what stands behind a number that is past it is so too.
 *
 * @example
 * findPlace([1, 4, 9], (number) => number > 3); // 1
 */
export const findPlace = (sorted: readonly number[], isPast: (number: number) => boolean): number => {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isPast(sorted[middle] ?? 0)) to = middle;
    else from = middle + 1;
  }
  return from;
};
