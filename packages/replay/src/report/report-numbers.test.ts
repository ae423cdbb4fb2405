import { expect, it } from "vitest";
import { percent } from "./report-numbers.js";

it.each<[number, number, string]>([
  [-228, 1_000, "−22.8%"],
  [1, 300, "+0.3%"],
  [-1, 100_000, "0.0%"],
  [-1_000, 1_000, "−100.0%"],
  [-999_999, 1_000_000, "−99.9%"],
  [2_000, 1_000, "+200.0%"],
  [5, 0, ""],
])("%d of %d is %s", (value, of, text) => {
  expect(percent(value, of)).toBe(text);
});
