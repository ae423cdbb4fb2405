import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countCharacters, firstCharacters, lastCharacters } from "./characters.js";

/** Any code units, so lone surrogates too, beside ordinary text. */
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "\n", "é", "😀", "\ud83d", "\ude00"), maxLength: 12 }),
  fc.string({ unit: "binary" }),
);

/** The characters by the string iterator: slow, plain, and made well-formed first. */
const characters = (text: string): string[] => [...text.toWellFormed()];

describe("characters", () => {
  it("are counted as the string iterator has them, a lone surrogate as one", () => {
    fc.assert(fc.property(anyText, (text) => countCharacters(text) === characters(text).length));
  });

  it("are counted alike behind as many pairs as are searched one by one, and more", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 98, max: 102 }), (text, pairs) => {
        expect(countCharacters(`${"😀".repeat(pairs)}x${text}`)).toBe(pairs + 1 + characters(text).length);
      }),
    );
  });

  it("at the start and the end are those of the string iterator, well-formed", () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 14 }), (text, count) => {
        const all = characters(text);
        expect(firstCharacters(text, count)).toBe(all.slice(0, count).join(""));
        expect(lastCharacters(text, count)).toBe(all.slice(Math.max(0, all.length - count)).join(""));
      }),
    );
  });

  it("come back as the same text where there are no more than asked", () => {
    const text = "a😀".repeat(10);
    expect(firstCharacters(text, 20)).toBe(text);
    expect(lastCharacters(text, Number.MAX_SAFE_INTEGER)).toBe(text);
  });

  it("of 10 MB are counted in one pass", () => {
    expect(countCharacters("a😀".repeat(5_000_000))).toBe(10_000_000);
    expect(countCharacters("ab".repeat(5_000_000))).toBe(10_000_000);
  });

  it("are whole numbers of at least 0, of a text", () => {
    expect(() => countCharacters(JSON.parse("null"))).toThrow(
      new TypeError("text must be a string; got null"),
    );
    expect(() => firstCharacters("a", -1)).toThrow(
      new RangeError("characters must be a whole number of at least 0; got -1"),
    );
    expect(() => lastCharacters("a", 1.5)).toThrow(
      new RangeError("characters must be a whole number of at least 0; got 1.5"),
    );
    expect(() => firstCharacters("a", Number.NaN)).toThrow(RangeError);
    expect(() => lastCharacters("a", JSON.parse('"5"'))).toThrow(
      new TypeError('characters must be a number; got the string "5"'),
    );
  });
});
