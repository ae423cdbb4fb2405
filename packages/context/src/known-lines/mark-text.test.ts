import { describe, expect, it } from "vitest";
import { KnownLines } from "./known-lines.js";
import { markText, rangesOutside, withMarks } from "./mark-text.js";
import { fileLines, numberedLines, textLines } from "./text-lines.js";

const rows = (from: number, to: number): string =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `\tcall number ${from + index} of some that are long enough\n`,
  ).join("");

describe("marks", () => {
  it("of a file name its own lines, and those of another text with their words", () => {
    const lines = fileLines(rows(1, 10), 41);
    const run = { at: 1, count: 8, key: "#a001", number: 42, inPlace: true };
    expect(markText(lines, run)).toBe("[lines 42-49 as in #a001]");
    expect(markText(lines, { ...run, number: 3, inPlace: false })).toBe(
      '[lines 42-49 same as lines 3-10 of #a001, from "call number 2 of some that are\u2026" to "call number 9 of some that are\u2026"]',
    );
  });

  it("of an output count its lines, of a numbered one name them", () => {
    const run = { at: 0, count: 8, key: "#a001", number: 3, inPlace: false };
    expect(markText(textLines("a\n".repeat(8)), run)).toBe(
      '[8 lines same as lines 3-10 of #a001, from "a" to "a"]',
    );
    const numbered = numberedLines(
      Array.from({ length: 8 }, (_, index) => `${index + 21}|b`).join("\n"),
      "|",
    );
    expect(numbered && markText(numbered, run)).toBe(
      '[lines 21-28 same as lines 3-10 of #a001, from "b" to "b"]',
    );
  });

  it("name the argument of a call", () => {
    const run = { at: 0, count: 8, key: "#a001", source: "content", number: 1, inPlace: false };
    expect(markText(textLines("a\n".repeat(8)), run)).toBe(
      '[8 lines same as lines 1-8 of "content" in the call of #a001, from "a" to "a"]',
    );
  });

  it("quote the first and the last line that is not blank, at most 30 characters of each", () => {
    const run = { at: 0, count: 8, key: "#a001", number: 1, inPlace: false };
    const mark = (text: string): string =>
      markText(textLines(text), run).replace("[8 lines same as lines 1-8 of #a001", "");
    expect(mark("\n \n\t one \n\n\n\u00a0\ntwo\n\n")).toBe(', from "one" to "two"]');
    expect(mark("\n \n\t one \n\n\n\u00a0\n\n\n")).toBe(', from "one"]');
    expect(mark("\n".repeat(8))).toBe("]");
    expect(mark(`${"\ud83d\ude00".repeat(30)}\n\n\n\n\n\n\n${"\ud83d\ude00".repeat(31)}\n`)).toBe(
      `, from "${"\ud83d\ude00".repeat(30)}" to "${"\ud83d\ude00".repeat(30)}\u2026"]`,
    );
  });

  it("stand on lines of their own in the place of their runs, and what is outside is printed", () => {
    const known = new KnownLines();
    known.print("#a001", textLines(rows(1, 9)));
    known.print("#a002", textLines(rows(21, 28)));
    const lines = textLines(`first\n${rows(1, 9)}${rows(21, 28)}last`);
    const runs = known.find(lines);
    expect(withMarks(lines, runs)).toBe(
      [
        "first",
        '[9 lines same as lines 1-9 of #a001, from "call number 1 of some that are\u2026" to "call number 9 of some that are\u2026"]',
        '[8 lines same as lines 1-8 of #a002, from "call number 21 of some that ar\u2026" to "call number 28 of some that ar\u2026"]',
        "last",
      ].join("\n"),
    );
    expect(rangesOutside(lines, runs)).toEqual([
      { from: 0, to: 1 },
      { from: 18, to: 19 },
    ]);
    const whole = textLines(rows(1, 9));
    expect(withMarks(whole, known.find(whole))).toBe(
      '[9 lines same as lines 1-9 of #a001, from "call number 1 of some that are\u2026" to "call number 9 of some that are\u2026"]\n',
    );
    expect(rangesOutside(whole, known.find(whole))).toEqual([]);
    expect(withMarks(whole, [])).toBe(whole.text);
  });
});
