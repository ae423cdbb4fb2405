import fc from "fast-check";
import { expect, it } from "vitest";
import { wellFormed } from "./well-formed.js";

it("a lone surrogate becomes U+FFFD, and a pair stays", () => {
  expect(wellFormed("a\ud800b\udc00😀")).toBe("a\ufffdb\ufffd😀");
});

it("any text becomes well-formed, and a well-formed one stays the same", () => {
  const anyText = fc.string({ unit: fc.constantFrom("a", "\ud83d", "\ude00") });
  fc.assert(
    fc.property(anyText, (text) => {
      expect(wellFormed(text).isWellFormed()).toBe(true);
      if (text.isWellFormed()) expect(wellFormed(text)).toBe(text);
    }),
  );
});

it("a text is asked for by name", () => {
  expect(() => wellFormed(JSON.parse("true"))).toThrow(new TypeError("text must be a string; got true"));
});
