import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { duplicateKey } from "./duplicate-key.js";

describe("5.1, 5.5 a key that stands twice", () => {
  it.each([
    ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
    ['{"a":1,"a":1}', "a"],
    ['{"a":{"b":1,"b":2}}', "b"],
    ['[[{"x":[]},{"b":1 , "\\u0062" :2}]]', "b"],
    ['{"\\"":1,"\\\\":2,"\\\\\\"":3}', undefined],
    ['{"a":"a","b":"a:","c":["a","a"],"d":"{\\"a\\":1,\\"a\\":2}"}', undefined],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"":1,"":2}', ""],
    ['"a"', undefined],
    ["5", undefined],
  ])("%s", (text, key) => {
    expect(duplicateKey(text)).toBe(key);
  });

  it("is never seen in what JSON.stringify wrote", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        expect(duplicateKey(JSON.stringify(JSON.parse(text), null, 1))).toBeUndefined();
      }),
    );
  });

  it("is looked for in 8 MB of anything", () => {
    const texts = ["[".repeat(4_000_000) + "]".repeat(4_000_000), JSON.stringify("\\".repeat(4_000_000))];
    for (const text of texts) expect(duplicateKey(text)).toBeUndefined();
  });
});
