import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration } from "./duration.js";

describe("a duration", () => {
  it("read back is the seconds, but for what is dropped", () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), (seconds) => {
        const parts = [...formatDuration(seconds).matchAll(/(\d+)([hms])/g)];
        const unit: Record<string, number> = { h: 3_600, m: 60, s: 1 };
        const sum = parts.reduce(
          (total, [, digits, name]) => total + Number(digits) * (unit[name ?? ""] ?? 0),
          0,
        );
        expect(sum).toBe(seconds < 3_600 ? seconds : seconds - (seconds % 60));
      }),
    );
  });

  it("K8: an hour begins at 3,600 seconds, and each hour has as many", () => {
    expect([3_599, 3_600, 7_199, 7_200].map(formatDuration)).toEqual([
      "59m 59s",
      "1h 00m",
      "1h 59m",
      "2h 00m",
    ]);
  });

  it("has one of three forms, whatever the number", () => {
    fc.assert(
      fc.property(fc.double(), (seconds) => {
        expect(formatDuration(seconds)).toMatch(
          /^(?:\d|[1-5]\d)s$|^(?:\d|[1-5]\d)m [0-5]\ds$|^\d+h [0-5]\dm$/,
        );
      }),
    );
  });

  it("of no finite number is 0s", () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0].map(formatDuration)).toEqual(
      Array(4).fill("0s"),
    );
  });

  it("has plain digits however long it is", () => {
    expect(formatDuration(3_600 * 2 ** 60)).toBe("1152921504606846976h 00m");
  });

  it("is of a number", () => {
    expect(() => formatDuration(JSON.parse('"5"'))).toThrow(
      new TypeError('seconds must be a number; got the string "5"'),
    );
  });
});
