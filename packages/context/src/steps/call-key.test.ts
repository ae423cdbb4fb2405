import fc from "fast-check";
import { expect, it } from "vitest";
import { callKey, canonicalJson } from "./call-key.js";

it("JSON values that are equal have equal texts, whatever the order of their keys", () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, shuffled(member)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it("what JSON leaves out is absent, and a date is its text", () => {
  expect(canonicalJson({ a: undefined, b: [undefined], c: new Date(0), d: Number.NaN })).toBe(
    '{"b":[null],"c":"1970-01-01T00:00:00.000Z","d":null}',
  );
  expect(canonicalJson({ toJSON: 1, large: 2n ** 64n })).toBe('{"large":18446744073709551616,"toJSON":1}');
  expect(callKey("list", undefined)).toBe(callKey("list", {}));
  expect(callKey("list", null)).toBe(callKey("list", {}));
});

it("a value of any depth has a text; one that contains itself is an error", () => {
  const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(canonicalJson(deep)).toHaveLength(200_000);
  const round: { self?: unknown } = {};
  round.self = round;
  expect(() => canonicalJson(round)).toThrow("args must be JSON values; got ones that contain themselves");
  const twice = { a: 1 };
  expect(canonicalJson([twice, twice])).toBe('[{"a":1},{"a":1}]');
});

it.each<[string, unknown]>([
  ["Map", new Map([["a", 1]])],
  ["Set", new Set()],
  ["ArrayBuffer", new ArrayBuffer(1)],
  ["Uint8Array", new Uint8Array(5_000_000)],
  ["Error", new Error("why")],
  ["RegExp", /a/],
  ["Promise", Promise.resolve()],
  ["function", () => 1],
  ["symbol", Symbol("s")],
])("C5: what JSON has no form for is refused: %s", (type, value) => {
  for (const args of [value, { path: value }, [[value]]])
    expect(() => callKey("list", args)).toThrow(`args must be JSON values; got a value of type ${type}`);
});
