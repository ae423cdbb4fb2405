import { splitLines } from "@lembas/format";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlertSearch, isAlert } from "./alert.js";
import { findSeparator } from "./separator.js";
import { fileLines, numberedLines, textLines } from "./text-lines.js";

const text = fc
  .array(
    fc.constantFrom("a", "\ud83d\ude00b", "\n", "\n\n", "\r", "long line ", "\u2192", "\u00e9", "\u2028"),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

const allLines = (lines: { readonly count: number; line(index: number): string }): string[] =>
  Array.from({ length: lines.count }, (_, index) => lines.line(index));

describe("the lines of a text", () => {
  it("are those of the specification, wherever a chunk of it ends", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 32_740, max: 32_770 }), (body, before) => {
        for (const whole of [
          body,
          "x".repeat(before) + body,
          `${"\u00e9".repeat(before)}\n${body}`,
          "\n".repeat(before) + body,
        ]) {
          const lines = textLines(whole);
          expect(allLines(lines)).toEqual(splitLines(whole));
          for (const [index, line] of allLines(lines).entries())
            if (line !== "") expect(lines.hash(index)).toBe(textLines(line).hash(0));
          expect(lines.count === 0 ? undefined : lines.numberOf(lines.count - 1)).toBe(
            lines.count || undefined,
          );
        }
      }),
      { numRuns: 12 },
    );
  });

  it("hash alike where they are equal, whatever stands before them", () => {
    const row = "some text \ud83d\ude00 of a line";
    const lines = textLines(`${row}\n${"x".repeat(32_750)}\n${row}\n`);
    const prefixed = numberedLines(`  7\u2192${row}\n${"x".repeat(32_741)}\n12\u2192${row}`, "\u2192");
    const hash = lines.hash(0);
    expect(lines.hash(2)).toBe(hash);
    const file = fileLines(`98: ${row}\n99: ${row}\n100: ${row}`, 98, true);
    expect([0, 1, 2].map((line) => file.hash(line))).toEqual([hash, hash, hash]);
    expect([prefixed?.hash(0), prefixed?.hash(2)]).toEqual([hash, hash]);
  });

  it("hash apart where their letters differ in what a multiplication moves out", () => {
    const rows = Array.from({ length: 2 ** 12 }, (_, choice) =>
      Array.from({ length: 12 }, (_, bit) => ((choice >> bit) & 1 ? "fooAbar!" : "fooaRar!")).join(""),
    );
    const lines = textLines(rows.join("\n"));
    expect(new Set(rows.map((_, index) => lines.hash(index))).size).toBeGreaterThan(2 ** 12 - 8);
  });

  it("of a file begin behind their numbers", () => {
    const lines = fileLines("9: a\n10: b: c\n11: ", 9, true);
    expect(allLines(lines)).toEqual(["a", "b: c", ""]);
    expect([lines.numberOf(0), lines.numberOf(2), lines.numberOf(3)]).toEqual([9, 11, undefined]);
  });

  it("end where the text does: what is behind them is empty, and has no number", () => {
    const lines = textLines("one\ntwo\n");
    textLines("other\nlines\nlaid\nout\nbehind\n");
    for (const index of [2, 3]) {
      expect([lines.lineStart(index), lines.lineEnd(index), lines.line(index)]).toEqual([8, 8, ""]);
      expect(lines.numberOf(index)).toBeUndefined();
    }
    expect(textLines("").numberOf(0)).toBeUndefined();
  });
});

describe("a text that numbers its lines", () => {
  it("has stretches of consecutive numbers; lines without a number are in none", () => {
    const lines = numberedLines(" 7\u2192a\n 8\u2192b\n...\n 9\u2192c\n12\u2192d\n\n13\u2192\n", "\u2192");
    expect(lines?.stretches).toEqual([
      { at: 0, count: 2, number: 7 },
      { at: 3, count: 1, number: 9 },
      { at: 4, count: 1, number: 12 },
      { at: 6, count: 1, number: 13 },
    ]);
    expect(lines && allLines(lines)).toEqual(["a", "b", "...", "c", "d", "", ""]);
    expect([2, 5, 6].map((index) => lines?.numberOf(index))).toEqual([undefined, undefined, 13]);
  });

  it.each([
    ["a number that is equal to the one before", "1: a\n1: b\n", ": "],
    ["a number that is less", "2: a\n1: b\n", ": "],
    ["no number", "a\nb\n", ": "],
    ["no text", "", ": "],
    ["another separator", "1:a\n", ": "],
    ["sixteen digits", "1234567890123456: a\n", ": "],
    ["a separator over two lines", "1: a\n2: b\n", ":\n"],
    ["an empty separator", "1 a\n", ""],
    ["a tab before the number", "\t1: a\n", ": "],
  ])("is as one without where it has %s", (_, body, separator) => {
    expect(numberedLines(body, separator)).toBeUndefined();
  });

  it("has numbers of fifteen digits, zeros before them, and 0", () => {
    expect(
      numberedLines("0: a\n007: b\n123456789012345: c", ": ")?.stretches.map(({ number }) => number),
    ).toEqual([0, 7, 123_456_789_012_345]);
  });
});

const numbered = (separator: string, from = 1, to = 8): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}${separator}x\n`).join("");

describe("the separator of a text that numbers its lines", () => {
  it.each(["\u2192", "\t", ": ", "| ", ":", "|"])("is found: %j", (separator) => {
    expect(findSeparator(numbered(separator))).toBe(separator);
    expect(findSeparator(`$ show\n${numbered(separator, 7, 14)}`)).toBe(separator);
  });

  it("is the first that holds, and none where there are fewer than eight such lines or numbers fall", () => {
    expect(findSeparator(numbered(": |").replaceAll("x", "y"))).toBe(": ");
    expect(findSeparator(numbered(":", 1, 7))).toBeUndefined();
    expect(findSeparator(numbered(":", 1, 4) + numbered(":", 6, 9))).toBeUndefined();
    expect(findSeparator(numbered(":") + numbered(":", 3, 3))).toBeUndefined();
    expect(findSeparator("no numbers\n")).toBeUndefined();
    expect(findSeparator("")).toBeUndefined();
  });
});

describe("alerts", () => {
  it.each([
    "an ERROR here",
    "Failed",
    "exceptional",
    "kernel Panic",
    "fatality",
    "Traceback (most recent call last):",
    "not OK 3",
    "\u2717 a",
    "\u2718 a",
    "\u2716 a",
    "3 \u00d7 4",
  ])("%j is one", (line) => {
    expect(isAlert(line)).toBe(true);
  });

  it.each([
    "",
    "eror",
    "f ail",
    "ok 3",
    "note: ok",
    "not  ok",
    "\u2713 passes",
    "trace back",
    "pan\u0131c",
    "fa\u0131l",
  ])("%j is none", (line) => {
    expect(isAlert(line)).toBe(false);
  });

  it("of a text are the lines that are alerts alone, in whatever order they are asked for", () => {
    const part = fc.constantFrom(
      ...["error", "er", "ror", "FAIL", "fa", "il", "fatal", "Exception", "exc", "panic", "trace", "back"],
      ...["not ", "ok", "no", "\u2717", "\u2718", "\u2716", "\u2715", "\u00d7", "\u00d6", "\u0131", "\u017f"],
      ...["\n", "\n", " ", "x", "\ud83d\ude00", "\ufffd"],
    );
    const body = fc.array(part, { maxLength: 60, size: "max" }).map((parts) => parts.join(""));
    const asking = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 })), { maxLength: 12 });
    fc.assert(
      fc.property(body, asking, (text, asked) => {
        for (const whole of [text, `${text}\n${text}\u2028`]) {
          const lines = textLines(whole);
          const alerts = allLines(lines).flatMap((line, index) => (isAlert(line) ? [index] : []));
          const search = new AlertSearch(lines);
          for (const [one, other] of asked) {
            const from = Math.min(one, other, lines.count);
            const to = Math.min(Math.max(one, other), lines.count);
            expect(search.before(from, to)).toBe(Math.min(alerts.find((alert) => alert >= from) ?? to, to));
          }
        }
      }),
    );
  });
});
