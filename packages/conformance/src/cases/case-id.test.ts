import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./case-id.js";

describe("RFC 8785", () => {
  it("sorts keys by their UTF-16 code units, at every depth", () => {
    // U+1F600 begins with the unit D83D, before U+FB33.
    expect(
      canonicalJson({
        "\ufb33": 1,
        "\u{1f600}": 2,
        "\r": 3,
        b: { d: 1, c: [{ z: 1, y: 2 }] },
        a: 5,
        "10": 6,
      }),
    ).toBe('{"\\r":3,"10":6,"a":5,"b":{"c":[{"y":2,"z":1}],"d":1},"\u{1f600}":2,"\ufb33":1}');
  });

  it("writes numbers as ECMAScript does", () => {
    const numbers = [1 / 3, 1e30, 4.5, 2e-3, 1e-27, -0, 9007199254740992, 1e21, 1e-7, 0.000001];
    expect(canonicalJson({ numbers })).toBe(
      '{"numbers":[0.3333333333333333,1e+30,4.5,0.002,1e-27,0,9007199254740992,1e+21,1e-7,0.000001]}',
    );
  });

  it("escapes what must be, and nothing else", () => {
    expect(canonicalJson({ text: '\u20ac$\u000f\nA\'B"\\\\"/\u007f\u2028\b\t\f\r' })).toBe(
      '{"text":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/\u007f\u2028\\b\\t\\f\\r"}',
    );
  });

  it("is JSON that says the same", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(JSON.parse(canonicalJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
