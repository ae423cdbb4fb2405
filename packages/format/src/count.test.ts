import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCount, formatPlural } from "./count.js";

describe("a count", () => {
  it("is its digits with a comma before every three from the end", () => {
    const plain = new Intl.NumberFormat("en-US");
    fc.assert(fc.property(fc.maxSafeNat(), (count) => formatCount(count) === plain.format(count)));
  });

  it("has all its digits however large it is", () => {
    expect(formatCount(1e21)).toBe("1,000,000,000,000,000,000,000");
    expect(formatCount(-0)).toBe("0");
  });

  it("is a whole number of at least 0", () => {
    expect(() => formatCount(-1)).toThrow(
      new RangeError("count must be a whole number of at least 0; got -1"),
    );
    expect(() => formatCount(0.5)).toThrow(
      new RangeError("count must be a whole number of at least 0; got 0.5"),
    );
    expect(() => formatCount(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => formatCount(JSON.parse('"7"'))).toThrow(
      new TypeError('count must be a number; got the string "7"'),
    );
  });

  it("has a noun that is a text", () => {
    expect(() => formatPlural(1, JSON.parse("null"))).toThrow(
      new TypeError("noun must be a string; got null"),
    );
    expect(() => formatPlural(-1, "step")).toThrow(RangeError);
  });
});
