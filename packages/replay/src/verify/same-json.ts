import { isJsonObject } from "@lembas/arguments";

/** Whether two arguments are the same JSON value: keys in any order, `undefined` as absent, null as an empty object. */
export const sameJson = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, at) => sameJson(value, other[at]))
    );
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = (object: object): string[] =>
    Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const mine = names(one);
  return mine.length === names(other).length && mine.every((name) => sameJson(one[name], other[name]));
};
