import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutTail } from "./tail.js";

describe("a tail", () => {
  it("is the end of the text, with an ellipsis exactly where something was cut away", () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", "\n", "…", "😀", "\ud83d"), maxLength: 10 });
    fc.assert(
      fc.property(anyText, fc.nat({ max: 12 }), (text, count) => {
        const all = [...text.toWellFormed()];
        const expected = all.length <= count ? all.join("") : `…${all.slice(all.length - count).join("")}`;
        expect(cutTail(text, count)).toBe(expected);
      }),
    );
  });

  it("has a whole number of characters", () => {
    expect(() => cutTail("a", -3)).toThrow(
      new RangeError("characters must be a whole number of at least 0; got -3"),
    );
    expect(() => cutTail(JSON.parse("7"), 3)).toThrow(new TypeError("text must be a string; got 7"));
  });
});
