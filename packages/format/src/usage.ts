import { checkWhole } from "@lembas/arguments";
import { formatCount } from "./count.js";

/**
 * How many whole percent of `limit` are used, floored, at most 100; in whole-number arithmetic, so that
 * 638 of 2,200 is 29. Specification 1.5.
 *
 * @throws {TypeError} `used` or `limit` is no number
 * @throws {RangeError} `used` is not a whole number of at least 0, or `limit` not one of at least 1
 * @example percentUsed(60, 1375) // 4
 */
export const percentUsed = (used: number, limit: number): number => {
  checkWhole(used, "used");
  checkWhole(limit, "limit", 1);
  if (used >= limit) return 100;
  const hundredfold = 100 * used;
  // The floor of a quotient of two safe integers is exact; above them a double has lost digits.
  if (Number.isSafeInteger(hundredfold) && Number.isSafeInteger(limit))
    return Math.floor(hundredfold / limit);
  return Number((100n * BigInt(used)) / BigInt(limit));
};

/**
 * How full something is, in characters: percent, used and limit. Specification 1.5.
 *
 * @throws {TypeError} `used` or `limit` is no number
 * @throws {RangeError} `used` is not a whole number of at least 0, or `limit` not one of at least 1
 * @example formatUsage(60, 1375) // "4% — 60/1,375 chars"
 */
export const formatUsage = (used: number, limit: number): string =>
  `${percentUsed(used, limit)}% — ${formatCount(used)}/${formatCount(limit)} chars`;
