import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countLines, splitLines } from "./lines.js";

const anyText = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\u2028", "😀", "\ud83d") });

describe("lines", () => {
  test("joined by newlines are the text, but for its final newline", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const joined = splitLines(text).join("\n");
        expect([joined, `${joined}\n`]).toContain(text.toWellFormed());
      }),
    );
  });

  test("hold no newline, and a final newline adds none", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(splitLines(text).filter((line) => line.includes("\n"))).toEqual([]);
        if (text !== "" && !text.endsWith("\n")) expect(splitLines(`${text}\n`)).toEqual(splitLines(text));
      }),
    );
  });

  test("are as many as are counted", () => {
    fc.assert(fc.property(anyText, (text) => countLines(text) === splitLines(text).length));
  });

  test("are well-formed", () => {
    expect(splitLines("a\ud800\n\udc00b")).toEqual(["a\ufffd", "\ufffdb"]);
  });

  test("are of a text", () => {
    expect(() => splitLines(JSON.parse("5"))).toThrow(new TypeError("text must be a string; got 5"));
    expect(() => countLines(JSON.parse("[]"))).toThrow(new TypeError("text must be a string; got an array"));
  });
});
