import { isJsonObject } from "@lembas/arguments";

/** How deep a value may be nested: what becomes of it must not depend on how much room the stack has left. */
const MOST_DEPTH = 500;

/**
 * A copy of a JSON value: what is done to the value later does not change it. Texts are shared.
 *
 * @throws {RangeError} the value has no end, or is nested more than 500 deep
 */
export const copyValue = (value: unknown, depth = 0): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (depth === MOST_DEPTH) throw new RangeError(`a value is nested more than ${MOST_DEPTH} deep`);
  if (Array.isArray(value)) return value.map((item) => copyValue(item, depth + 1));
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy)) {
    const field = copy[name];
    if (typeof field === "object" && field !== null) copy[name] = copyValue(field, depth + 1);
  }
  return copy;
};

/** Whether two JSON values are equal, the order of fields included. */
export const isSameValue = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    for (let index = 0; index < one.length; index++) if (!isSameValue(one[index], other[index])) return false;
    return true;
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  let index = 0;
  // Names that are gone through make no list of them, for each of the calls that are compared each time.
  for (const name in other) {
    if (name !== names[index] || !isSameValue(one[name], other[name])) return false;
    index++;
  }
  return index === names.length;
};

const isThere = ([, field]: readonly [string, unknown]): boolean => field !== undefined;

/** Whether two values are equal as JSON values: the fields of objects in any order. Specification 2.10. */
export const isEqualJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isEqualJson(item, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const fields = Object.entries(one).filter(isThere);
  return (
    fields.length === Object.entries(other).filter(isThere).length &&
    fields.every(([name, field]) => Object.hasOwn(other, name) && isEqualJson(field, other[name]))
  );
};
