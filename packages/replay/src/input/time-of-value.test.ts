import { expect, it } from "vitest";
import { timeOfValue } from "./time-of-value.js";

it("a value's time is its timestamp, in milliseconds", () => {
  expect(timeOfValue({ timestamp: "2026-01-01T00:00:00.000Z" })).toBe(1_767_225_600_000);
  expect(timeOfValue({ timestamp: 1_767_225_600_000 })).toBe(1_767_225_600_000);
  expect(timeOfValue({ timestamp: 1_767_225_600 })).toBe(1_767_225_600_000);
});

it("what has no time that can be read has none", () => {
  for (const value of [
    {},
    { timestamp: "soon" },
    { timestamp: null },
    { timestamp: -1 },
    { timestamp: 1e308 },
    { timestamp: "+275760-09-14T00:00:00Z" },
    [],
    "2026",
    undefined,
  ])
    expect(timeOfValue(value)).toBeUndefined();
});
