import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatUsage, percentUsed } from "./usage.js";

describe("usage", () => {
  it("is floored in whole-number arithmetic, at most 100", () => {
    const limits = fc.oneof(
      fc.integer({ min: 1, max: 3_000 }),
      fc.maxSafeNat().map((limit) => limit + 1),
    );
    fc.assert(
      fc.property(limits, fc.oneof(fc.nat({ max: 4_000 }), fc.maxSafeNat()), (limit, used) => {
        const exact = (100n * BigInt(used)) / BigInt(limit);
        expect(percentUsed(used, limit)).toBe(Number(exact > 100n ? 100n : exact));
      }),
      { numRuns: 1_000 },
    );
  });

  it("is exact at every whole percentage of every limit up to 2,200", () => {
    for (let limit = 1; limit <= 2_200; limit++) {
      for (let percent = 0; percent <= 100; percent++) {
        const used = Math.ceil((percent * limit) / 100);
        if (used * 100 === percent * limit) expect(percentUsed(used, limit)).toBe(percent);
      }
    }
  });

  it("needs a limit of at least 1", () => {
    expect(() => percentUsed(0, 0)).toThrow(
      new RangeError("limit must be a whole number of at least 1; got 0"),
    );
    expect(() => formatUsage(-1, 5)).toThrow(
      new RangeError("used must be a whole number of at least 0; got -1"),
    );
    expect(() => formatUsage(1, JSON.parse("null"))).toThrow(
      new TypeError("limit must be a number; got null"),
    );
  });
});
