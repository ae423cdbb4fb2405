import { expect, it } from "vitest";
import { countO200k } from "./tokens.js";

it("tokens are those of o200k, special ones the text that they are written as", () => {
  expect(countO200k("")).toBe(0);
  expect(countO200k("hello world")).toBe(2);
  expect(countO200k("<|endoftext|>")).toBeGreaterThan(1);
  expect(countO200k("a line\n".repeat(2_000))).toBeCloseTo(2_000 * countO200k("a line\n"), -2);
});

it("a megabyte without a space is counted in pieces, surrogates whole", () => {
  expect(countO200k("x".repeat(1_000_000))).toBeGreaterThan(10_000);
  expect(countO200k("😀".repeat(10_001))).toBeGreaterThan(10_000);
});
