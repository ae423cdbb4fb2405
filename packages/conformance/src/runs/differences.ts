import { equalJson, presentEntries } from "./equal-json.js";

/** One place where an answer is not what was expected. */
export interface Difference {
  /** Where in the answer: `[1]`, `entries[0]`, `message`; "" for the answer itself. */
  readonly path: string;
  /** `undefined` where nothing was expected there. */
  readonly expected: unknown;
  /** `undefined` where nothing was there. */
  readonly actual: unknown;
}

const keyed = (value: unknown): Map<string, unknown> | undefined => {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [`[${index}]`, item]));
  if (typeof value !== "object" || value === null) return undefined;
  return new Map(presentEntries(value));
};

const join = (path: string, key: string): string => {
  if (key.startsWith("[") || path === "") return path + key;
  return `${path}.${key}`;
};

/**
 * The smallest parts in which two JSON values differ, in the order of what was expected.
 *
 * @example
 * differences({ ok: true, entries: ["a"] }, { ok: true, entries: ["b"] });
 * // [{ path: "entries[0]", expected: "a", actual: "b" }]
 */
export const differences = (expected: unknown, actual: unknown, path = ""): Difference[] => {
  if (equalJson(expected, actual)) return [];
  const left = keyed(expected);
  const right = keyed(actual);
  if (!left || !right || Array.isArray(expected) !== Array.isArray(actual))
    return [{ path, expected, actual }];
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].flatMap((key) => differences(left.get(key), right.get(key), join(path, key)));
};
