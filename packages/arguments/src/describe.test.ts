import { expect, it } from "vitest";
import { describe } from "./describe.js";

it.each<[unknown, string]>([
  ["a", 'the string "a"'],
  ['"\n\ud800', 'the string "\\"\\n\\ud800"'],
  ["a".repeat(41), `the string "${"a".repeat(40)}"`],
  [null, "null"],
  [undefined, "undefined"],
  [false, "false"],
  [-0.5, "-0.5"],
  [Number.NaN, "NaN"],
  [7n, "7"],
  [Symbol("odd"), "Symbol(odd)"],
  [[1], "an array"],
  [Object.create(null), "a value of type object"],
  [() => 1, "a value of type function"],
])("%o is described in a few words", (value, expected) => {
  expect(describe(value)).toBe(expected);
});
