import { describe } from "./describe.js";

/**
 * @param name what the error calls it, here and below: the argument's name
 * @throws {TypeError} `value` is no string
 * @example checkText(path, "path"); // "path must be a string; got 5"
 */
export function checkText(value: unknown, name = "text"): asserts value is string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string; got ${describe(value)}`);
}

/**
 * @throws {TypeError} `value` is no number
 * @example checkNumber(seconds, "seconds"); // "seconds must be a number; got null"
 */
export function checkNumber(value: unknown, name: string): asserts value is number {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number; got ${describe(value)}`);
}

/**
 * @throws {TypeError} `value` is no number
 * @throws {RangeError} it is no whole one of at least `least`
 * @example checkWhole(limit, "limit", 1); // "limit must be a whole number of at least 1; got 0.5"
 */
export function checkWhole(value: unknown, name: string, least = 0): asserts value is number {
  checkNumber(value, name);
  if (Number.isInteger(value) && value >= least) return;
  throw new RangeError(`${name} must be a whole number of at least ${least}; got ${describe(value)}`);
}

/**
 * @throws {TypeError} `value` is neither `true` nor `false`
 * @example checkFlag(clean, "clean"); // "clean must be true or false; got undefined"
 */
export function checkFlag(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== "boolean")
    throw new TypeError(`${name} must be true or false; got ${describe(value)}`);
}

/**
 * @throws {TypeError} `value` is no function
 * @example checkFunction(isPinned, "isPinned"); // "isPinned must be a function; got true"
 */
export function checkFunction(value: unknown, name: string): asserts value is (...given: never[]) => unknown {
  if (typeof value !== "function") throw new TypeError(`${name} must be a function; got ${describe(value)}`);
}

/**
 * @throws {TypeError} `value` is not the path of a folder: a string with something in it and no NUL
 * @example checkFolder(folder); // 'folder must be the path of a folder; got the string ""'
 */
export function checkFolder(value: unknown): asserts value is string {
  if (typeof value === "string" && value !== "" && !value.includes("\0")) return;
  throw new TypeError(`folder must be the path of a folder; got ${describe(value)}`);
}

/**
 * @param example one that is right, as code
 * @throws {TypeError} `value` is no object, or a list
 * @example checkObject(options, "options", "{ wait: 1_000 }"); // "options must be an object like { wait: 1_000 }; got 5"
 */
export function checkObject(value: unknown, name: string, example: string): asserts value is object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`${name} must be an object like ${example}; got ${describe(value)}`);
}

/**
 * @throws {TypeError} `value` is no list
 * @example checkList(ops, "ops"); // "ops must be a list; got a value of type object"
 */
export function checkList(value: unknown, name: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be a list; got ${describe(value)}`);
}

/**
 * @throws {TypeError} `value` is no list, or one of it has another type
 * @example checkListOf(targets, "targets", "string"); // "targets must be a list of strings; got an array with 1"
 */
export function checkListOf(
  value: unknown,
  name: string,
  type: "string" | "function",
): asserts value is readonly unknown[] {
  const isList = Array.isArray(value);
  const odd = isList ? value.findIndex((item) => typeof item !== type) : -1;
  if (isList && odd === -1) return;
  const given = isList ? `an array with ${describe(value[odd])}` : describe(value);
  throw new TypeError(`${name} must be a list of ${type}s; got ${given}`);
}

/**
 * @param given an object that was checked to be one
 * @param names the keys that it may have
 * @param what what a key of it is
 * @throws {TypeError} `given` has a key that is none of these
 * @example checkNames({ limits: 1 }, ["limit"], "option"); // 'unknown option "limits"; there are limit'
 */
export const checkNames = (given: object, names: readonly string[], what: string): void => {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `unknown ${what} ${JSON.stringify(unknown.slice(0, 40))}; there are ${names.join(", ")}`,
  );
};
