import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../formats/recorded.js";
import { splices } from "./splices.js";

const apply = (change: Change, text: string): string | undefined => {
  const lines = text.split("\n");
  const places = splices(change, lines);
  if (!places) return undefined;
  const result: string[] = [];
  let copied = 0;
  for (const { from, to, put } of places) {
    result.push(...lines.slice(copied, from), ...put);
    copied = to;
  }
  return [...result, ...lines.slice(copied)].join("\n");
};

const someText = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 30 });

describe("where a change falls", () => {
  it("everywhere is what replacing all of a text gives", () => {
    fc.assert(
      fc.property(someText, someText, someText, (text, old, put) => {
        fc.pre(old !== "" && text.includes(old));
        expect(apply({ kind: "replace", old, new: put, all: true }, text)).toBe(text.split(old).join(put));
      }),
    );
  });

  it("once is in the only place, or nowhere", () => {
    fc.assert(
      fc.property(someText, someText, someText, (text, old, put) => {
        fc.pre(old !== "");
        const at = text.indexOf(old);
        const once = at >= 0 && text.indexOf(old, at + old.length) < 0;
        const expected = once ? text.slice(0, at) + put + text.slice(at + old.length) : undefined;
        expect(apply({ kind: "replace", old, new: put, all: false }, text)).toBe(expected);
      }),
    );
  });

  it("is never in a line that no read shows", () => {
    const lines = ["a", undefined, "c"];
    expect(splices({ kind: "replace", old: "a\n", new: "", all: false }, lines)).toEqual([
      { from: 0, to: 1, put: [] },
    ]);
    expect(splices({ kind: "replace", old: "\nc", new: "\nd\ne", all: false }, lines)).toEqual([
      { from: 2, to: 3, put: ["d", "e"] },
    ]);
    expect(splices({ kind: "replace", old: "\nc", new: "", all: false }, lines)).toEqual([
      { from: 2, to: 3, put: [] },
    ]);
    expect(splices({ kind: "replace", old: "a\n", new: "x", all: false }, lines)).toBeUndefined();
    expect(splices({ kind: "replace", old: "\u{0}", new: "x", all: false }, lines)).toBeUndefined();
    expect(splices({ kind: "lines", from: 2, to: 2, text: "x" }, lines)).toBeUndefined();
    expect(splices({ kind: "insert", after: 1, text: "x\n" }, lines)).toEqual([
      { from: 1, to: 1, put: ["x"] },
    ]);
  });

  it("of whole lines is where they stand together, once", () => {
    const hunk = { kind: "hunk", old: ["b", "c"], new: ["x"] } as const;
    expect(splices(hunk, ["a", "b", "c"])).toEqual([{ from: 1, to: 3, put: ["x"] }]);
    expect(splices(hunk, ["b", "c", "b", "c"])).toBeUndefined();
    expect(splices({ ...hunk, old: ["a"] }, ["a", "b"])).toEqual([{ from: 0, to: 1, put: ["x"] }]);
    expect(splices(hunk, ["xb", "c"])).toBeUndefined();
  });
});
