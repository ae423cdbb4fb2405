/**
 * What was given, short enough for an error's message: a string with at most its first 40 characters.
 *
 * @example `path must be a string; got ${describe(5)}` // "path must be a string; got 5"
 */
export const describe = (value: unknown): string => {
  if (typeof value === "string") return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" || typeof value === "function") return `a value of type ${typeof value}`;
  return String(value);
};
