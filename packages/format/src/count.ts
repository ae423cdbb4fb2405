import { checkText, checkWhole } from "@lembas/arguments";

/**
 * A count in digits, thousands parted by commas in every locale. Specification 1.4.
 *
 * @throws {TypeError} `count` is no number
 * @throws {RangeError} `count` is negative or not whole
 * @example formatCount(1375) // "1,375"
 */
export const formatCount = (count: number): string => {
  checkWhole(count, "count");
  return BigInt(count)
    .toString()
    .replace(/\B(?=(?:\d{3})+$)/g, ",");
};

/**
 * A count and its noun, which takes an `s` unless the count is 1. Specification 1.4.
 *
 * @throws {TypeError} `count` is no number, or `noun` no string
 * @throws {RangeError} `count` is negative or not whole
 * @example formatPlural(6, "step") // "6 steps"
 */
export const formatPlural = (count: number, noun: string): string => {
  checkText(noun, "noun");
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
};
