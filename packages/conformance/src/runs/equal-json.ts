/**
 * Whether two values are the same JSON: objects in any order of keys, a key with `undefined` as absent, lists in
 * order, numbers as IEEE doubles (Specification 5.4). Never by substring.
 *
 * @example
 * equalJson({ a: 1, b: undefined }, { a: 1 }); // true
 */
export const equalJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => equalJson(item, right[index]))
    );
  }
  const others = new Map(presentEntries(right));
  const entries = presentEntries(left);
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && equalJson(value, others.get(key)))
  );
};

/** The keys and values of an object, without those that JSON would not write. */
export const presentEntries = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);
