import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBlock } from "./block.js";

describe("a block", () => {
  it("is the text without its blank first lines and its last white space", () => {
    const anyText = fc.string({
      unit: fc.constantFrom("a", " ", "\t", "\n", "\r", "\u2028", "\ufeff", "\ud83d"),
    });
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = text.toWellFormed().split("\n");
        const first = lines.findIndex((line) => line.trim() !== "");
        expect(toBlock(text)).toBe(first === -1 ? "" : lines.slice(first).join("\n").trimEnd());
      }),
    );
  });

  it("is a block already", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\n") }), (text) => {
        expect(toBlock(toBlock(text))).toBe(toBlock(text));
      }),
    );
  });

  it("of 10 MB of white space comes back", () => {
    const blanks = " \n".repeat(5_000_000);
    expect(toBlock(blanks)).toBe("");
    expect(toBlock(`${blanks}  a${blanks}`)).toBe("  a");
    expect(toBlock(`a${blanks}b`)).toBe(`a${blanks}b`);
  });

  it("is of a text", () => {
    expect(() => toBlock(JSON.parse("0"))).toThrow(new TypeError("text must be a string; got 0"));
  });
});
