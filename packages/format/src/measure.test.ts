import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capText } from "./cap.js";
import { countCharacters } from "./characters.js";
import { countFitting, fittingIndex } from "./measure.js";

const words = (text: string): number => text.match(/\S+/gu)?.length ?? 0;

/** A measure that rises and falls with no rule that anyone could build on. */
const anyMeasure = fc
  .array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 20 })
  .map(
    (sizes) => (text: string) => sizes[(text.length * 7 + (text.codePointAt(0) ?? 0)) % sizes.length] ?? 0,
  );

const anyText = fc
  .array(fc.string({ unit: fc.constantFrom("a", " ", "😀", "é"), maxLength: 9 }), { maxLength: 12 })
  .map((lines) => lines.join("\n"));

const anyBudgets = fc.record({ maxLines: fc.nat(12), maxChars: fc.nat(40) });

describe("C20: a cap by a measure", () => {
  it("by characters is the cap of characters", () => {
    fc.assert(
      fc.property(anyText, anyBudgets, (text, budgets) => {
        expect(capText(text, "#a001", budgets, countCharacters)).toEqual(capText(text, "#a001", budgets));
      }),
      { numRuns: 2_000 },
    );
  });

  it("shows what was measured and fits, whatever the measure", () => {
    fc.assert(
      fc.property(anyText, anyBudgets, anyMeasure, (text, budgets, measure) => {
        const asked = new Map([["", 0]]);
        const { text: shown, capped } = capText(text, "#a001", budgets, (part) => {
          asked.set(part, measure(part));
          return measure(part);
        });
        if (!capped) return;
        const [head, tail] = shown.split(/^\[\d+ lines elided, full output #a001\]$/mu);
        const parts = [
          { part: (head ?? "").replace(/\n$/u, "").replace(/ \[…cut\]$/u, ""), budget: budgets.maxChars / 2 },
          { part: (tail ?? "").replace(/^\n/u, "").replace(/^\[cut…\] /u, ""), budget: budgets.maxChars / 4 },
        ];
        for (const { part, budget } of parts) expect(asked.get(part)).toBeLessThanOrEqual(Math.floor(budget));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["lines", "one two three four five six\n".repeat(200_000)],
    ["one line", "word ".repeat(1_000_000)],
    ["a character of two units", "😀 ".repeat(1_000_000)],
  ])("of a long text of %s asks seldom, and never about much more than fits", (_, text) => {
    let calls = 0;
    let longest = 0;
    const { capped } = capText(text, "#a001", { maxLines: 2_000_000 }, (part) => {
      calls++;
      longest = Math.max(longest, part.length);
      return words(part);
    });
    expect(capped).toBe(true);
    expect(calls).toBeLessThan(80);
    expect(longest).toBeLessThan(1_000_000);
  });

  it("measures nothing without a bound", () => {
    const maximum = Number.MAX_SAFE_INTEGER;
    const fail = (): number => {
      throw new Error("asked");
    };
    expect(capText("a\nb\n", "#a001", { maxChars: maximum }, fail)).toEqual({ text: "a\nb", capped: false });
    expect(countFitting("a\nb", [1, 3], { budget: maximum, measure: fail })).toBe(2);
  });

  it.each<[unknown, Error]>([
    [undefined, new TypeError("measure's answer must be a number; got undefined")],
    ["3", new TypeError('measure\'s answer must be a number; got the string "3"')],
    [Promise.resolve(3), new TypeError("measure's answer must be a number; got a value of type object")],
    [-1, new RangeError("measure's answer must be a finite number of at least 0; got -1")],
    [Number.NaN, new RangeError("measure's answer must be a finite number of at least 0; got NaN")],
    [
      Number.POSITIVE_INFINITY,
      new RangeError("measure's answer must be a finite number of at least 0; got Infinity"),
    ],
  ])("refuses the answer %s by name", (answer, error) => {
    const measure = (): number => JSON.parse(JSON.stringify({ answer }))["answer"];
    const given = typeof answer === "number" ? (): number => answer : measure;
    const asked = answer instanceof Promise ? (): number => JSON.parse("{}") : given;
    expect(() => capText("text", "#a001", {}, asked)).toThrow(error);
  });

  it("refuses a measure that is no function", () => {
    expect(() => capText("text", "#a001", {}, JSON.parse('"tokens"'))).toThrow(
      new TypeError('measure must be a function; got the string "tokens"'),
    );
  });
});

it("what fits is found for starts and for ends", () => {
  const measure = (text: string): number => new TextEncoder().encode(text).length;
  expect(countFitting("日\n本\n語", [1, 3, 5], { budget: 7, measure })).toBe(2);
  expect(countFitting("日\n本\n語", [4, 2, 0], { budget: 7, measure, ends: true })).toBe(2);
  expect(fittingIndex("日本語", { budget: 6, measure })).toBe(2);
  expect(fittingIndex("日本語", { budget: 6, measure, ends: true })).toBe(1);
  expect(fittingIndex("😀😀", { budget: 4, measure })).toBe(2);
  expect(fittingIndex("😀😀", { budget: 4, measure, ends: true })).toBe(2);
  expect(fittingIndex("日", { budget: 2, measure })).toBe(0);
  expect(fittingIndex("日", { budget: 2, measure, ends: true })).toBe(1);
});
