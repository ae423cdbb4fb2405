import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanTerminal } from "./clean-terminal.js";

const MILLION = 1_000_000;
const between = (character: string | undefined, low: number, high: number): boolean =>
  character !== undefined &&
  character.length === 1 &&
  character >= String.fromCharCode(low) &&
  character <= String.fromCharCode(high);

/** How many characters the escape sequence at `start` has, read character by character as the rule tells it. */
const sequenceLength = (characters: readonly string[], start: number): number => {
  let at = start + 1;
  const kind = characters[at];
  if (kind !== undefined && "]PX^_".includes(kind)) {
    at++;
    while (at < characters.length && !["\n", "\x07", "\x1b"].includes(characters[at] ?? "")) at++;
    if (characters[at] === "\x07") at++;
    else if (characters[at] === "\x1b" && characters[at + 1] === "\\") at += 2;
    return at - start;
  }
  if (kind === "[") {
    at++;
    while (between(characters[at], 0x30, 0x3f)) at++;
  }
  while (between(characters[at], 0x20, 0x2f)) at++;
  if (between(characters[at], kind === "[" ? 0x40 : 0x30, 0x7e)) at++;
  return at - start;
};

/** The four steps one after the other, slow and plain, without a regular expression. */
const model = (given: string): string => {
  const characters = [...given.toWellFormed()];
  let kept = "";
  for (let at = 0; at < characters.length; ) {
    const character = characters[at] ?? "";
    if (character === "\x1b") at += sequenceLength(characters, at);
    else {
      const dropped = (character < " " && !"\t\n\r\b".includes(character)) || character === "\x7f";
      if (!dropped) kept += character;
      at++;
    }
  }
  const lines = kept.split("\n").map((line) => {
    let frame = line;
    while (frame.endsWith("\r")) frame = frame.slice(0, -1);
    const stack: string[] = [];
    for (const character of frame.split("\r").at(-1) ?? "") {
      if (character === "\b") stack.pop();
      else stack.push(character);
    }
    return stack.join("");
  });
  return lines.join("\n");
};

const hostileUnits = [
  ..."x1;m[]P\\(?~ \t\n\r\b\x07\x1b\x1b\x1b\x00\x7f\x85\x9b\x9c",
  "é",
  "😀",
  "\ud83d",
  "\ude00",
  "\x1b[",
  "\x1b]",
  "\r\n",
];
const hostileText = fc.string({ unit: fc.constantFrom(...hostileUnits), maxLength: 40 });

describe("terminal text, cleaned", () => {
  it("is what the four steps leave, whatever the text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(cleanTerminal(text)).toBe(model(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it("has no control character but tab and newline, and is clean", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const clean = cleanTerminal(text);
        expect(clean).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanTerminal(clean)).toBe(clean);
      }),
    );
  });

  it("is the same text where it has no control character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "\t", "\n", "é", "😀", "\x85", "\x9b", "\u2028") }),
        (text) => {
          expect(cleanTerminal(text)).toBe(text);
        },
      ),
    );
  });

  // Each took hours if it were tried again from every place; none is measured, all must come back.
  it.each<[string, string, string]>([
    ["escapes", "\x1b".repeat(MILLION), ""],
    ["CSI starts", "\x1b[".repeat(MILLION), ""],
    ["string starts", "\x1b]".repeat(MILLION), ""],
    ["string starts, a line each", "\x1b]\n".repeat(MILLION), "\n".repeat(MILLION)],
    ["one string without an end", `\x1b]${"x".repeat(20 * MILLION)}`, ""],
    ["parameters without an end", `\x1b[${"1;".repeat(10 * MILLION)}`, ""],
    ["intermediates without an end", `\x1b${" ".repeat(20 * MILLION)}`, ""],
    ["backspaces", "\b".repeat(MILLION), ""],
    ["characters, then backspaces", `a${"x".repeat(MILLION)}${"\b".repeat(MILLION)}`, "a"],
    ["a backspace after each character", "x\b".repeat(MILLION), ""],
    ["a pair kept before each backspace", "😀😀\b".repeat(MILLION), "😀".repeat(MILLION)],
    ["carriage returns", "\r".repeat(MILLION), ""],
    ["carriage returns, then a word", `${"\r".repeat(MILLION)}x`, "x"],
    ["frames", `${"x\r".repeat(MILLION)}y`, "y"],
    ["CRLF", "x\r\n".repeat(MILLION), "x\n".repeat(MILLION)],
    ["frames on each line", "x\ry\n".repeat(MILLION), "y\n".repeat(MILLION)],
  ])("of a million %s comes back", (_name, text, expected) => {
    expect(cleanTerminal(text) === expected).toBe(true);
  });

  it("is of a text", () => {
    expect(() => cleanTerminal(JSON.parse("null"))).toThrow(new TypeError("text must be a string; got null"));
  });
});
