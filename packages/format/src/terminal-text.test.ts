import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanTerminal } from "./clean-terminal.js";
import { TerminalText } from "./terminal-text.js";

/** So many steps, each of which may not cost a row of so many characters. */
const MANY = 200_000;

const inPieces = (pieces: readonly string[]): string => {
  const terminal = new TerminalText();
  for (const piece of pieces) terminal.write(piece);
  return terminal.text;
};

const stillUnits = [
  ..."a1;m[]P\\(?~ \t\n\r\b\x07\x1b\x1b\x00\x7f\x85\x9b",
  "é",
  "😀",
  "中",
  "\x1b]",
  "\r\n",
  "\x1b[1m",
];
const movingUnits = [
  ...stillUnits,
  ...["A", "B", "C", "D", "E", "F", "G", "K", "1K", "2K", "J", "2J", "s", "u"].map((end) => `\x1b[${end}`),
  ...["2A", "3B", "4C", "2D", "3G", "2;3H", "H", "600G", "600B", "?1049h"].map((end) => `\x1b[${end}`),
  "\x1b7",
  "\x1b8",
];
const text = (units: readonly string[]) => fc.array(fc.constantFrom(...units), { maxLength: 40 });

describe("F1 terminal text that moves", () => {
  it.each([
    ["\x1b[1G\x1b[2K| a\x1b[1G\x1b[2Kdone", "done"],
    ["ONE\x1b[4CTWO", "ONE    TWO"],
    ["first\x1b[2;1Hsecond", "first\nsecond"],
    ["log\n\x1b[H\x1b[2Jscreen\n\x1b[H\x1b[2Jscreen 2\n", "log\nscreen\nscreen 2\n"],
    [`${"a\nb\nc\n"}${"\x1b[3Aa\nb\nc\n".repeat(100)}`, "a\nb\nc\n"],
  ])("%j", (given, shown) => {
    expect(cleanTerminal(given)).toBe(shown);
  });

  it("is the same in pieces as whole", () => {
    fc.assert(
      fc.property(text(movingUnits), (units) => {
        const whole = units.join("");
        expect(inPieces(units)).toBe(inPieces([whole]));
        expect(cleanTerminal(whole)).toBe(inPieces([whole]));
      }),
      { numRuns: 3_000 },
    );
  });

  it("is the same in pieces of one code unit, wherever they part a sequence", () => {
    fc.assert(
      fc.property(text(movingUnits.filter((unit) => unit !== "😀")), (units) => {
        const whole = units.join("");
        expect(inPieces([...whole])).toBe(cleanTerminal(whole));
      }),
    );
  });

  it("is as before where nothing moves", () => {
    fc.assert(
      fc.property(text(stillUnits), (units) => {
        const whole = units.join("");
        fc.pre(!/\x1b(?:8|\[[0-9;?]*[A-HJKa`defu])/.test(whole));
        expect(inPieces([whole])).toBe(cleanTerminal(whole));
      }),
      { numRuns: 3_000 },
    );
  });

  it("has no control character but tab and newline, and is clean", () => {
    fc.assert(
      fc.property(text(movingUnits), (units) => {
        const clean = cleanTerminal(units.join(""));
        expect(clean).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
        expect(cleanTerminal(clean)).toBe(clean);
      }),
    );
  });

  // Each took hours, or all memory, if a number were taken at its word or a row were gone through at each step.
  it.each<[string, string, (shown: string) => boolean]>([
    ["rows of 10^9", "a\x1b[1000000000;1Hb", (shown) => shown === "a\nb"],
    ["rows of 10^9", "a\x1b[1000000000B\x1b[1000000000Ab".repeat(MANY), (shown) => shown.length === 2 * MANY],
    ["columns of 10^9", "a\x1b[1000000000Gb", (shown) => shown === "a b"],
    ["digits of a number", `\x1b[${"9".repeat(MANY)}Cx`, (shown) => shown === "x"],
    ["rows of 500 columns", "\x1b[500Cx\n".repeat(MANY / 4), (shown) => shown.length < 1_000_000 + 2 * MANY],
    ["rows left blank", "\x1b[500Bx".repeat(MANY / 4), (shown) => shown.length < 1_000_000 + 2 * MANY],
    ["ups and downs", `${"x".repeat(MANY)}${"\x1b[A\x1b[B".repeat(MANY)}`, (shown) => shown.length === MANY],
    [
      "backs and forths",
      `${"x".repeat(MANY)}${"\x1b[D\x1b[C".repeat(MANY)}`,
      (shown) => shown.length === MANY,
    ],
    [
      "erasings to the start",
      `${"x".repeat(MANY)}y\x1b[2D${"\x1b[1K".repeat(MANY)}`,
      (shown) => shown.length === MANY + 1,
    ],
    ["erasings of the line", "x\x1b[2K".repeat(MANY), (shown) => shown.length <= 501],
    ["screens cleared", "x\x1b[2J\x1b[H".repeat(MANY), (shown) => shown.length === 2 * MANY],
    ["writings over", `${"x".repeat(MANY)}${"\x1b[Gy".repeat(MANY)}`, (shown) => shown.length === MANY],
    [
      "backspaces after a move",
      `${"x".repeat(MANY)}\x1b[D${"\b".repeat(MANY)}`,
      (shown) => shown.length === MANY,
    ],
    ["frames of three lines", "a\nb\nc\n\x1b[3A".repeat(MANY), (shown) => shown === "a\nb\nc\n"],
  ])("comes back of many %s", (_name, given, isRight) => {
    expect(isRight(cleanTerminal(given))).toBe(true);
  });
});

describe("the text of a terminal so far", () => {
  it("has no sequence that has not fully arrived, however long it is", () => {
    const terminal = new TerminalText();
    terminal.write("a\x1b]1337;File=inline=1:");
    for (let part = 0; part < 1_000; part++) terminal.write("QUJD".repeat(250));
    expect(terminal.text).toBe("a");
    terminal.write("\x1b");
    terminal.write("\\b\x1b[");
    terminal.write("2");
    terminal.write("Kc");
    expect(terminal.text).toBe("  c");
  });

  it("can be replaced by a part of it, and the cursor stays as far from its end", () => {
    const terminal = new TerminalText();
    terminal.write("1\n2\n3\n4\n\x1b[2A");
    terminal.replace("3\n4\n");
    terminal.write("three");
    expect(terminal.text).toBe("three\n4\n");
    terminal.replace("");
    terminal.write("new");
    expect(terminal.text).toBe("new");
  });

  it("is of texts", () => {
    const terminal = new TerminalText();
    expect(() => terminal.write(JSON.parse("5"))).toThrow(new TypeError("piece must be a string; got 5"));
    expect(() => terminal.replace(JSON.parse("null"))).toThrow(
      new TypeError("text must be a string; got null"),
    );
  });
});
