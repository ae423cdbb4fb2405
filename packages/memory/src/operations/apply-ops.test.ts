import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ApplyOpsInput, applyOps } from "./apply-ops.js";

const freeze = <Value>(value: Value): Value => {
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
};

/** Texts that are near to what goes wrong: separators, line ends, white space, tildes, pairs of code units. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom("a", "b", "§", "\n", "\r", " ", "~", "$", "\u{1f600}", "\ud83d", "\u2028"),
  }),
  fc.constantFrom("a", "ab", "§", "a\n§\nb", "x".repeat(401)),
);

const operation = fc.record(
  {
    action: fc.constantFrom("add", "add", "replace", "remove", " Add", "merge", ""),
    content: fc.oneof(text, fc.jsonValue()),
    new_text: text,
    old_text: fc.oneof(text, fc.jsonValue()),
  },
  { requiredKeys: ["action"] },
);

const operations = fc.oneof(
  { weight: 9, arbitrary: fc.array(operation, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const limit = fc.integer({ min: 1, max: 60 });

/** Entries as applyOps itself makes them, from none. */
const madeEntries = fc
  .array(operation, { maxLength: 12 })
  .map((list) =>
    list.reduce<string[]>(
      (entries, op) => applyOps({ target: "user", entries, limit: 1000, ops: [op] }).entries,
      [],
    ),
  );

const size = (entries: readonly string[]): number => Array.from(entries.join("\n§\n")).length;

const user = (entries: readonly string[], ops: unknown, more: Partial<ApplyOpsInput> = {}) =>
  applyOps({ target: "user", entries, limit: 1375, ops, ...more });

describe("whatever a model sends", () => {
  it("never throws, changes nothing that it is given, and answers the same call the same way", () => {
    const anything = fc.oneof(
      operations,
      fc.array(fc.jsonValue()),
      fc.array(fc.oneof(operation, fc.jsonValue())),
    );
    fc.assert(
      fc.property(anything, fc.array(text), limit, (ops, entries, most) => {
        const input = freeze({ target: "user", entries, limit: most, ops });
        const before = structuredClone(input);
        const answer = applyOps(input);
        expect(input).toEqual(before);
        expect(applyOps(input)).toEqual(answer);
      }),
      { numRuns: 500 },
    );
  });

  it("makes only entries that come back when the joined text is split", () => {
    fc.assert(
      fc.property(madeEntries, operations, limit, (entries, ops, most) => {
        const after = user(entries, ops, { limit: most }).entries;
        expect(after.length === 0 ? [] : after.join("\n§\n").split("\n§\n")).toEqual(after);
        expect(after.map((entry) => entry.trim())).toEqual(after);
        expect(after.every((entry) => entry !== "" && entry.isWellFormed() && !entry.includes("\r"))).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });

  it("leaves the entries as they were where it refuses, and never grows them over the limit", () => {
    fc.assert(
      fc.property(madeEntries, operations, limit, (entries, ops, most) => {
        const { ok, entries: after, usage, message } = user(entries, ops, { limit: most });
        if (!ok) expect(after).toEqual(entries);
        else expect(size(after)).toBeLessThanOrEqual(Math.max(most, size(entries)));
        expect(usage).toMatch(new RegExp(`^\\d+% — ${size(after).toLocaleString("en")}/${most} chars$`));
        expect(message.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("does a list as its operations one by one, where each goes through", () => {
    fc.assert(
      fc.property(madeEntries, fc.array(operation, { minLength: 2, maxLength: 4 }), (entries, ops) => {
        const together = user(entries, ops, { limit: 100_000 });
        let alone = entries;
        const refused = ops.findIndex((op) => {
          const step = user(alone, [op], { limit: 100_000 });
          alone = step.entries;
          return !step.ok;
        });
        if (refused === -1) expect(together).toMatchObject({ ok: true, entries: alone });
        else expect(together).toMatchObject({ ok: false, entries, operation: refused + 1 });
      }),
    );
  });

  it("makes lone surrogates U+FFFD before it compares, in what is sent and in what is there", () => {
    const result = user(["a\ud800"], [{ action: "add", content: "a\udfff" }]);
    expect(result).toMatchObject({ code: "exists", entries: ["a\ufffd"] });
  });
});

describe("the result beside the text", () => {
  const entries = ["Prefers tea.", "Works in Rust."];

  it.each([
    ["added", [{ action: "add", content: "x" }]],
    ["exists", [{ action: "add", content: "Prefers tea." }]],
    ["replaced", [{ action: "replace", old_text: "tea", content: "x" }]],
    ["removed", [{ action: "remove", old_text: "tea" }]],
    [
      "applied",
      [
        { action: "remove", old_text: "tea" },
        { action: "add", content: "x" },
      ],
    ],
    ["nothing_to_do", []],
    ["nothing_to_do", [{}]],
    ["no_action", [{}, {}]],
    ["unknown_action", [{ action: "merge" }]],
    ["no_content", [{ action: "add" }]],
    ["no_content", [{ action: "replace", old_text: "tea" }]],
    ["no_old_text", [{ action: "replace" }]],
    ["no_old_text", [{ action: "remove" }]],
    ["too_long", [{ action: "add", content: "x".repeat(401) }]],
    ["separator", [{ action: "add", content: "§" }]],
    ["no_match", [{ action: "remove", old_text: "coffee" }]],
    ["several_match", [{ action: "remove", old_text: "s" }]],
    ["too_large", [{ action: "add", content: "x".repeat(20) }]],
  ])("has the code %s", (code, ops) => {
    expect(user(entries, ops, { limit: 40 }).code).toBe(code);
  });

  it("has the texts that went, in order", () => {
    const ops = [
      { action: "replace", old_text: "tea", content: "Prefers mate." },
      { action: "remove", old_text: "Rust" },
      { action: "remove", old_text: "mate" },
    ];
    expect(user(entries, ops)).toMatchObject({
      entries: [],
      replaced: ["Prefers tea."],
      removed: ["Works in Rust.", "Prefers mate."],
    });
  });

  it("has no texts that went where it refuses", () => {
    const result = user(entries, [{ action: "remove", old_text: "tea" }, { action: "add" }]);
    expect(result).toMatchObject({ operation: 2, removed: [], replaced: [] });
  });

  it("names the operation only in a longer list, and not where the whole is too large", () => {
    expect(user(entries, [{ action: "add" }])).not.toHaveProperty("operation");
    const tooLarge = user(
      entries,
      [
        { action: "add", content: "abc" },
        { action: "add", content: "def" },
      ],
      { limit: 30 },
    );
    expect(tooLarge).toMatchObject({ code: "too_large" });
    expect(tooLarge).not.toHaveProperty("operation");
  });

  it("gives a list of its own, in refusals too", () => {
    expect(user(entries, []).entries).not.toBe(entries);
  });
});

it("tells what a list of operations took out and replaced, in its order", () => {
  const ops = [
    { action: "remove", old_text: "two" },
    { action: "replace", old_text: "three", content: "3" },
    { action: "add", content: "4" },
  ];
  expect(user(["one", "two", "three"], ops)).toMatchObject({
    code: "applied",
    entries: ["one", "3", "4"],
    removed: ["two"],
    replaced: ["three"],
  });
  expect(user(["one"], [{ action: "add", content: "2" }])).toMatchObject({ removed: [], replaced: [] });
});

describe("what a program gets wrong", () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses the limit %s", (most) => {
    expect(() => user([], [], { limit: most })).toThrow(
      new RangeError(`limit must be a whole number of characters above 0; got ${most}`),
    );
  });

  it("refuses a limit that is not a number", () => {
    // @ts-expect-error a limit is a number
    expect(() => user([], [], { limit: "1375" })).toThrow(RangeError);
  });

  it("refuses entries that are not a list of strings", () => {
    // @ts-expect-error entries are a list
    expect(() => user("Prefers tea.", [])).toThrow(TypeError);
    // @ts-expect-error entries are texts
    expect(() => user([null], [])).toThrow(
      new TypeError("entries must be a list of strings; got an array with null"),
    );
  });

  it("refuses a target or a label that is not a string, by name", () => {
    // @ts-expect-error a label is a text
    expect(() => user([], [], { label: null })).toThrow(new TypeError("label must be a string; got null"));
    // @ts-expect-error a target is a text
    expect(() => user([], [], { target: undefined })).toThrow(
      new TypeError("target must be a string; got undefined"),
    );
  });
});
