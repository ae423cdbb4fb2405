const DIGITS = /^-?[0-9]+$/;

/**
 * A field as a number: a number, or a text of digits. Anything else is undefined. Specification 4.1.
 *
 * @example toNumber(" -15 ") // -15
 */
export const toNumber = (value: unknown): number | undefined => {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  const digits = value.trim();
  return DIGITS.test(digits) ? Number(digits) : undefined;
};

/**
 * A field as a count: floored; 0 where it is negative, not finite or no number. Specification 4.1.
 *
 * @example toCount("12") // 12
 */
export const toCount = (value: unknown): number => Math.floor(toGiven(value) ?? 0);

/**
 * A field that is printed only where it is given: a finite number of 0 or more. Specification 4.9.
 *
 * @example toGiven(-1) // undefined
 */
export const toGiven = (value: unknown): number | undefined => {
  const number = toNumber(value);
  return number !== undefined && Number.isFinite(number) && number >= 0 ? number : undefined;
};
