import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLabel, toOneLine } from "./one-line.js";

const MILLIONS = 10_000_000;
const anyText = fc.string({
  unit: fc.constantFrom(
    "a",
    "b ",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\u2028",
    "\u0085",
    "\ufeff",
    "😀",
    "\ud83d",
  ),
  maxLength: 40,
});
const cut = (text: string, count: number): string => {
  const all = [...text];
  return all.length <= count ? text : `${all.slice(0, count).join("")}…`;
};

describe("a label", () => {
  it("is the first line that is not blank, trimmed", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = text
          .toWellFormed()
          .split(/[\r\n]/)
          .map((line) => line.trim());
        expect(toLabel(text)).toBe(cut(lines.find((line) => line !== "") ?? "", 200));
      }),
    );
  });

  it("of 10 MB of white space, of line ends or of one line comes back", () => {
    expect(toLabel(" ".repeat(MILLIONS))).toBe("");
    expect(toLabel(`${"\r\n".repeat(MILLIONS)}a`)).toBe("a");
    expect(toLabel(`a${" ".repeat(MILLIONS)}b`)).toBe(`a${" ".repeat(199)}…`);
  });

  it("is of a text", () => {
    expect(() => toLabel(JSON.parse("null"))).toThrow(new TypeError("text must be a string; got null"));
  });
});

describe("one-lined text", () => {
  it("has one space for each run of white space with a line end, and the other runs as they are", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const runs = text.toWellFormed().trim().split(/(\s+)/);
        expect(toOneLine(text)).toBe(
          cut(runs.map((run, at) => (at % 2 && /[\r\n]/.test(run) ? " " : run)).join(""), 1_000),
        );
      }),
    );
  });

  it("is at most 1,000 characters and an ellipsis", () => {
    const long = fc.array(anyText, { minLength: 60, maxLength: 100 }).map((texts) => texts.join("a"));
    fc.assert(
      fc.property(long, (text) => [...toOneLine(text)].length <= 1_001 && !/[\r\n]/.test(toOneLine(text))),
    );
  });

  it("of 10 MB of white space, line ends or words comes back", () => {
    expect(toOneLine(" ".repeat(MILLIONS))).toBe("");
    expect(toOneLine(`a${" ".repeat(MILLIONS)}b`)).toBe(`a${" ".repeat(999)}…`);
    expect(toOneLine(`a${"\n".repeat(MILLIONS)}b`)).toBe("a b");
    expect(toOneLine("a\n".repeat(MILLIONS))).toBe(`${"a ".repeat(500)}…`);
  });
});
