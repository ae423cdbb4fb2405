/** What was given, short enough for an error's message. */
export const describe = (value: unknown): string => {
  if (typeof value === "string") return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" || typeof value === "function") return `a value of type ${typeof value}`;
  return String(value);
};

/** @throws {TypeError} `value` is no text */
export const checkText = (value: unknown, name: string): void => {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string; got ${describe(value)}`);
};

/** @throws {RangeError} `value` is no whole number of at least `least` */
export const checkWhole = (value: unknown, name: string, least: number): void => {
  if (Number.isInteger(value) && Number(value) >= least) return;
  throw new RangeError(`${name} must be a whole number of at least ${least}; got ${describe(value)}`);
};

/** @throws {TypeError} `value` is no object, or a list */
export const checkObject = (value: unknown, name: string, example: string): void => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`${name} must be an object like ${example}; got ${describe(value)}`);
};
