/**
 * A position or a count as a model sends it: a number, or text of ASCII digits; fractions are floored, and what is
 * above 2^53 - 1 is that. What is below 1 or no such number is `fallback`. Specification 2.4.
 */
export const modelNumber = (value: unknown, fallback: number): number => {
  if (typeof value === "string")
    return /^[0-9]+$/.test(value.trim()) ? atLeastOne(Number(value), fallback) : fallback;
  return typeof value === "number" && Number.isFinite(value) ? atLeastOne(value, fallback) : fallback;
};

const atLeastOne = (number: number, fallback: number): number =>
  number < 1 ? fallback : Math.min(Math.floor(number), Number.MAX_SAFE_INTEGER);
