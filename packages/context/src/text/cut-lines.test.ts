import fc from "fast-check";
import { expect, it } from "vitest";
import { cutLines } from "./cut-lines.js";

it("C20: of each line above the bound the start is left, whatever the text", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "😀", "é"), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (given, most) => {
      const long = given.split("\n").map((line) => [...line].length > most);
      const shown = given
        .split("\n")
        .map((line, at) => (long[at] === true ? `${[...line].slice(0, most).join("")} […cut]` : line));
      expect(cutLines(given, most)).toEqual({
        text: shown.join("\n"),
        cut: long.flatMap((isLong, at) => (isLong ? [at] : [])),
      });
    }),
    { numRuns: 1_000 },
  );
});

it("C20: a text without a long line is given back as it is", () => {
  const text = "a\nb\n".repeat(1_000);
  expect(cutLines(text, 5).text).toBe(text);
  expect(cutLines(text, Number.POSITIVE_INFINITY)).toEqual({ text, cut: [] });
});
