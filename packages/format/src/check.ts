/** What was given, short enough for an error message. */
export const describe = (value: unknown): string => {
  if (typeof value === "string") return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" || typeof value === "function") return `a value of type ${typeof value}`;
  return String(value);
};

/** Throws a TypeError that names the argument where `value` is no string. */
export const checkText = (value: unknown, name = "text"): void => {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string; got ${describe(value)}`);
};

/** Throws a TypeError that names the argument where `value` is no number. */
export const checkNumber = (value: unknown, name: string): void => {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number; got ${describe(value)}`);
};

/** Throws where `value` is no number (TypeError), or not a whole one of at least `minimum` (RangeError). */
export const checkWhole = (value: unknown, name: string, minimum = 0): void => {
  checkNumber(value, name);
  if (!Number.isInteger(value) || Number(value) < minimum) {
    throw new RangeError(`${name} must be a whole number of at least ${minimum}; got ${describe(value)}`);
  }
};
