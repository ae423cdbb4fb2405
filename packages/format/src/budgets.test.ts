import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CapBudgetOptions, resolveBudgets } from "./budgets.js";

describe("budgets", () => {
  it("have their defaults", () => {
    const defaults = {
      maxLines: 400,
      maxChars: 40_000,
      headLines: 200,
      headChars: 20_000,
      tailLines: 100,
      tailChars: 10_000,
    };
    expect(resolveBudgets()).toEqual(defaults);
    expect(resolveBudgets({ maxLines: undefined, headChars: undefined })).toEqual(defaults);
  });

  it("resolved once are resolved", () => {
    const budgets = resolveBudgets({ maxLines: 7, headLines: 6, maxChars: 99, tailChars: 80 });
    expect(budgets).toEqual({
      maxLines: 7,
      headLines: 6,
      tailLines: 1,
      maxChars: 99,
      headChars: 19,
      tailChars: 80,
    });
    expect(resolveBudgets(budgets)).toEqual(budgets);
  });

  it("F2: of head and tail are never above the maximum", () => {
    const given = fc.record(
      { maxLines: fc.nat(), headLines: fc.nat(), tailLines: fc.nat() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(given, (options) => {
        const { maxLines = 400, headLines = 0, tailLines = 0 } = options;
        if (headLines + tailLines > maxLines) {
          expect(() => resolveBudgets(options)).toThrow(RangeError);
          return;
        }
        const resolved = resolveBudgets(options);
        expect(resolved).toMatchObject(options);
        expect(resolved.headLines + resolved.tailLines).toBeLessThanOrEqual(resolved.maxLines);
      }),
    );
  });

  it.each<[CapBudgetOptions, string]>([
    [{ maxLines: -1 }, "maxLines must be a whole number of at least 0; got -1"],
    [{ maxChars: 0.5 }, "maxChars must be a whole number of at least 0; got 0.5"],
    [{ headLines: Number.NaN }, "headLines must be a whole number of at least 0; got NaN"],
    [{ tailChars: Number.POSITIVE_INFINITY }, "tailChars must be a whole number of at least 0; got Infinity"],
    [
      { maxLines: 6, headLines: 4, tailLines: 3 },
      "headLines and tailLines together must be at most maxLines, 6; got headLines 4 and tailLines 3",
    ],
    [
      { headChars: 40_001 },
      "headChars and tailChars together must be at most maxChars, 40000; got headChars 40001",
    ],
    [
      { maxLines: 2, tailLines: 3 },
      "headLines and tailLines together must be at most maxLines, 2; got tailLines 3",
    ],
  ])("%j are a RangeError", (options, message) => {
    expect(() => resolveBudgets(options)).toThrow(new RangeError(message));
  });

  it("C16: have no other name", () => {
    const budgets: object = { maxLine: 1 };
    expect(() => resolveBudgets(budgets)).toThrow(
      new TypeError(
        'unknown budget "maxLine"; there are maxLines, maxChars, headLines, headChars, tailLines, tailChars',
      ),
    );
  });

  it.each([
    [null, "null"],
    ["off", 'the string "off"'],
    [400, "400"],
    [[400], "an array"],
  ])("are an object, not %j", (given, shown) => {
    expect(() => resolveBudgets(JSON.parse(JSON.stringify(given)))).toThrow(
      new TypeError(`budgets must be an object like { maxLines: 400 }; got ${shown}`),
    );
  });

  it("are numbers", () => {
    expect(() => resolveBudgets(JSON.parse('{"tailLines":"5"}'))).toThrow(
      new TypeError('tailLines must be a number; got the string "5"'),
    );
    expect(() => resolveBudgets(JSON.parse('{"maxChars":null}'))).toThrow(
      new TypeError("maxChars must be a number; got null"),
    );
  });
});
