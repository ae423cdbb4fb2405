import { beginJson } from "./begin-json.js";
import { equalJson, presentKeys, valueAt } from "./equal-json.js";
import { firstOf } from "./first-of.js";

/** One place where an answer is not what was expected. */
export interface Difference {
  /** Where in the answer: `[1]`, `entries[0]`, `message`; "" for the answer itself. At most 1,000 characters. */
  readonly path: string;
  /** `undefined` where nothing was expected there. */
  readonly expected: unknown;
  /**
   * What was there instead, `undefined` where nothing was. A text ends 2,000 characters after its first difference
   * at the latest; any other value of more than 4,000 characters of JSON is a {@link CutJson}.
   */
  readonly actual: unknown;
}

/** The beginning of a value that is too long to be kept. */
export class CutJson {
  /** The beginning of its JSON. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Characters kept of a text behind its first difference, of another value's JSON, of a path. */
const BEHIND = 2_000;
const MAX_JSON = 4_000;
const MAX_PATH = 1_000;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The part of a text that a report shows. */
const cutText = (expected: unknown, actual: string): string => {
  let equal = 0;
  if (typeof expected === "string")
    while (equal < expected.length && expected[equal] === actual[equal]) equal += 1;
  return actual.length > equal + BEHIND ? `${firstOf(actual, equal + BEHIND)}…` : actual;
};

const cutActual = (expected: unknown, actual: unknown): unknown => {
  if (typeof actual === "string") return cutText(expected, actual);
  const { text, isWhole } = beginJson(actual, MAX_JSON);
  if (!isWhole) return new CutJson(text);
  return text === "" ? undefined : JSON.parse(text);
};

/** The parts of a list that either has, or of an object, those of what was expected first. */
function* partsOf(expected: object, actual: object, path: string): Generator<[string, unknown, unknown]> {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let index = 0; index < length; index += 1)
      yield [`${path}[${index}]`, expected[index], actual[index]];
    return;
  }
  const prefix = path === "" ? "" : `${path}.`;
  const keys = presentKeys(expected);
  const others = presentKeys(actual).filter((key) => !keys.includes(key));
  for (const key of [...keys, ...others])
    yield [firstOf(`${prefix}${key}`, MAX_PATH), valueAt(expected, key), valueAt(actual, key)];
}

/**
 * The smallest parts in which an answer differs from what was expected, one by one, in the order of what was
 * expected. It goes as deep as that goes, whatever the answer is.
 *
 * @example
 * [...differences({ ok: true, entries: ["a"] }, { ok: true, entries: ["b"] })];
 * // [{ path: "entries[0]", expected: "a", actual: "b" }]
 */
export function* differences(expected: unknown, actual: unknown, path = ""): Generator<Difference> {
  if (equalJson(expected, actual)) return;
  if (!isObject(expected) || !isObject(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    yield { path, expected, actual: cutActual(expected, actual) };
    return;
  }
  for (const [at, left, right] of partsOf(expected, actual, path)) yield* differences(left, right, at);
}
