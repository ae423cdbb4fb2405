/**
 * Whether two JSON values are equal (Specification 5.4): objects regardless of the order of their keys, numbers as
 * IEEE doubles, texts code unit by code unit. A key whose value is `undefined` is an absent key. A value of any depth
 * is compared, one that contains itself too, as long as the other one ends.
 *
 * @example
 * equalJson({ a: 1, b: [] }, { b: [], a: 1 }); // true
 */
export const equalJson = (left: unknown, right: unknown): boolean => {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
    if (Array.isArray(one) || Array.isArray(other)) {
      if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
      for (const [index, item] of one.entries()) pairs.push([item, other[index]]);
      continue;
    }
    const keys = presentKeys(one);
    if (keys.length !== presentKeys(other).length) return false;
    for (const key of keys) {
      if (valueAt(other, key) === undefined) return false;
      pairs.push([valueAt(one, key), valueAt(other, key)]);
    }
  }
  return true;
};

/** The value of an object's own key, or undefined. */
export const valueAt = (object: object, key: string): unknown =>
  Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;

/** The keys of an object, without those that JSON would not write. */
export const presentKeys = (object: object): string[] =>
  Object.keys(object).filter((key) => valueAt(object, key) !== undefined);
