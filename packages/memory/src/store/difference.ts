/**
 * How one list of entries differs from another: one stretch that is another.
 *
 * @example { at: 1, removed: ["b"], added: ["x", "y"] }
 */
export interface Difference {
  /** Where in the list the entries changed, from 0. */
  readonly at: number;
  /** The entries that were removed from there. */
  readonly removed: readonly string[];
  /** The entries that were added there. */
  readonly added: readonly string[];
}

/**
 * The one stretch of a list that another list has otherwise, for a store's history.
 *
 * @example differenceOf(["a", "b", "c"], ["a", "x", "y", "c"]) // { at: 1, removed: ["b"], added: ["x", "y"] }
 */
export const differenceOf = (old: readonly string[], now: readonly string[]): Difference => {
  const most = Math.min(old.length, now.length);
  let at = 0;
  while (at < most && old[at] === now[at]) at++;
  let tail = 0;
  while (tail < most - at && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return { at, removed: old.slice(at, old.length - tail), added: now.slice(at, now.length - tail) };
};

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");
