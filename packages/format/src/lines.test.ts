import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countLines, splitLines } from "./lines.js";

const anyText = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\u2028", "😀", "\ud83d") });

describe("lines", () => {
  it("joined by newlines are the text, but for its final newline", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const joined = splitLines(text).join("\n");
        expect([joined, `${joined}\n`]).toContain(text.toWellFormed());
      }),
    );
  });

  it("hold no newline, and a final newline adds none", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(splitLines(text).filter((line) => line.includes("\n"))).toEqual([]);
        if (text !== "" && !text.endsWith("\n")) expect(splitLines(`${text}\n`)).toEqual(splitLines(text));
      }),
    );
  });

  it("are as many as are counted", () => {
    fc.assert(fc.property(anyText, (text) => countLines(text) === splitLines(text).length));
  });

  it("are well-formed", () => {
    expect(splitLines("a\ud800\n\udc00b")).toEqual(["a\ufffd", "\ufffdb"]);
  });

  it("are of a text", () => {
    expect(() => splitLines(JSON.parse("5"))).toThrow(new TypeError("text must be a string; got 5"));
    expect(() => countLines(JSON.parse("[]"))).toThrow(new TypeError("text must be a string; got an array"));
  });
});
