import { checkNumber, describe } from "@lembas/arguments";
import { indexAfter, indexBefore } from "./characters.js";

/**
 * What a text counts against a budget of characters, such as its tokens: a finite number of at least 0, the same for the
 * same text. Specification 1.14.
 *
 * @example const measure: Measure = (text) => encode(text).length;
 */
export type Measure = (text: string) => number;

/** A budget as large as whole numbers are is none, and nothing is measured for it. */
const NO_BUDGET = Number.MAX_SAFE_INTEGER;

/**
 * Asks a host's measure: the empty text counts nothing.
 *
 * @throws {TypeError} the answer is no number
 * @throws {RangeError} the answer is negative or not finite
 */
const measureText = (measure: Measure, text: string): number => {
  if (text === "") return 0;
  const size: unknown = measure(text);
  checkNumber(size, "measure's answer");
  if (size >= 0 && size < Number.POSITIVE_INFINITY) return size;
  throw new RangeError(`measure's answer must be a finite number of at least 0; got ${describe(size)}`);
};

/** A budget of at least 0, what counts against it, and whether the pieces of the text are its ends: else its starts. */
export interface FitLimits {
  readonly budget: number;
  readonly measure: Measure;
  readonly ends?: boolean;
}

/** Whether the piece up to a bound, or from it on, fits. */
const fits = (text: string, bound: number, { budget, measure, ends }: FitLimits): boolean =>
  measureText(measure, ends === true ? text.slice(bound) : text.slice(0, bound)) <= budget;

const isWithin = (bound: number, reach: number, ends = false): boolean =>
  ends ? bound >= reach : bound <= reach;

/** How far the pieces are looked at: up to `longest`, or to one that is at most twice as long as one that fits. */
const findReach = (text: string, longest: number, limits: FitLimits): number => {
  const { budget, ends } = limits;
  for (let characters = Math.max(budget, 1); ; characters *= 2) {
    const next = (ends === true ? indexBefore : indexAfter)(text, characters, text.length);
    if (isWithin(longest, next, ends)) return longest;
    if (!fits(text, next, limits)) return next;
  }
};

/** How many of the pieces fit, found by halving: the longest one first. */
const halve = (text: string, bounds: readonly number[], limits: FitLimits): number => {
  let above = bounds.length;
  if (above === 0 || fits(text, bounds[above - 1] ?? 0, limits)) return above;
  let fitting = 0;
  while (above - fitting > 1) {
    const middle = Math.floor((fitting + above) / 2);
    if (fits(text, bounds[middle - 1] ?? 0, limits)) fitting = middle;
    else above = middle;
  }
  return fitting;
};

/**
 * How many of some pieces of a text, each the start of the next one (or the end), fit a budget; what is said to fit
 * was measured. Specification 1.14.
 *
 * @param bounds where each piece ends, or of ends begins, as indexes; the shortest first
 * @throws {TypeError} the measure's answer is not a number
 * @throws {RangeError} it is negative or not finite
 * @example countFitting("日\n本\n語", [1, 3, 5], { budget: 7, measure: (text) => encoder.encode(text).length }) // 2
 */
export const countFitting = (text: string, bounds: readonly number[], limits: FitLimits): number => {
  const longest = bounds.at(-1);
  if (longest === undefined || limits.budget >= NO_BUDGET) return bounds.length;
  const reach = findReach(text, longest, limits);
  return halve(
    text,
    bounds.filter((bound) => isWithin(bound, reach, limits.ends)),
    limits,
  );
};

/**
 * The index up to which, or of ends from which, as many characters of a text stand as fit a budget. Specification 1.14.
 *
 * @throws {TypeError} the measure's answer is not a number
 * @throws {RangeError} it is negative or not finite
 * @example fittingIndex("日本語", { budget: 6, measure: (text) => encoder.encode(text).length }) // 2
 */
export const fittingIndex = (text: string, limits: FitLimits): number => {
  const ends = limits.ends === true;
  const reach = findReach(text, ends ? 0 : text.length, limits);
  const bounds: number[] = [];
  for (let at = ends ? text.length : 0; at !== reach; ) {
    at = ends ? indexBefore(text, 1, at) : at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    bounds.push(at);
  }
  return bounds[halve(text, bounds, limits) - 1] ?? (ends ? text.length : 0);
};
