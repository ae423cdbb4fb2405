import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differences } from "./differences.js";
import { equalJson } from "./equal-json.js";

describe("5.4 comparing", () => {
  it.each<[unknown, unknown]>([
    [
      { a: 1, b: [1, "x"] },
      { b: [1, "x"], a: 1 },
    ],
    [{ a: undefined, b: 1 }, { b: 1 }],
    [-0, 0],
    [[], []],
    [null, null],
  ])("%j equals %j", (left, right) => {
    expect(equalJson(left, right)).toBe(true);
    expect([...differences(left, right)]).toEqual([]);
  });

  it.each<[unknown, unknown]>([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [[], {}],
    [{ 0: 1 }, [1]],
    [1, true],
    [1, "1"],
    [null, undefined],
    [null, {}],
    ["a", "ab"],
    ["\u00e9", "e\u0301"],
    [{ toString: 1 }, {}],
  ])("%j is another answer than %j", (left, right) => {
    expect(equalJson(left, right)).toBe(false);
    expect(equalJson(right, left)).toBe(false);
    expect([...differences(left, right)]).not.toEqual([]);
  });

  it("holds for any JSON value and its copy, and there is no difference", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(equalJson(left, structuredClone(left))).toBe(true);
        expect([...differences(left, right)].length === 0).toBe(equalJson(left, right));
      }),
    );
  });
});

describe("differences", () => {
  it("are the smallest parts that differ, each with its path", () => {
    const expected = { ok: true, entries: ["a", "b"], usage: { used: 1 } };
    expect([...differences(expected, { ok: true, entries: ["a", "c", "d"], usage: {}, more: 1 })]).toEqual([
      { path: "entries[1]", expected: "b", actual: "c" },
      { path: "entries[2]", expected: undefined, actual: "d" },
      { path: "usage.used", expected: 1, actual: undefined },
      { path: "more", expected: undefined, actual: 1 },
    ]);
  });

  it("are the whole where the kinds differ", () => {
    expect([...differences(["a"], { 0: "a" })]).toEqual([{ path: "", expected: ["a"], actual: { 0: "a" } }]);
    expect([...differences([{ a: 1 }], [null])]).toEqual([{ path: "[0]", expected: { a: 1 }, actual: null }]);
  });
});
