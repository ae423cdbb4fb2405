import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyOps } from "../operations/apply-ops.js";
import { readToolCall } from "./read-tool-call.js";

const field = fc.constantFrom(
  "target",
  "action",
  "content",
  "new_text",
  "old_text",
  "operations",
  "old_string",
  "x",
);
const call = fc.dictionary(
  field,
  fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom("user", "add", "[]", "[{}]")),
);

describe("readToolCall", () => {
  it("never throws, and gives what applyOps takes", () => {
    const value = fc.oneof(
      call,
      call.map((fields) => JSON.stringify(fields)),
      fc.jsonValue(),
      fc.json(),
      fc.string(),
    );
    fc.assert(
      fc.property(value, (given) => {
        const read = readToolCall(given);
        if (read.ok) {
          expect(["memory", "user"]).toContain(read.target);
          applyOps({ target: read.target, entries: [], limit: 100, ops: read.ops });
        } else {
          expect(read.message).toMatch(/^(unknown target "|operations is not a list)/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("reads a call and its JSON text alike", () => {
    fc.assert(
      fc.property(call, (given) => {
        const text = JSON.stringify(given);
        expect(readToolCall(text)).toEqual(readToolCall(JSON.parse(text)));
      }),
    );
  });

  it("changes nothing that it is given", () => {
    const given = Object.freeze({
      operations: Object.freeze([Object.freeze({ action: "add", newText: "x" })]),
    });
    expect(readToolCall(given)).toEqual({
      ok: true,
      target: "memory",
      ops: [{ action: "add", new_text: "x" }],
    });
  });

  it("bears JSON text that is nested without end", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(readToolCall(deep)).toEqual({ ok: true, target: "memory", ops: [] });
    expect(readToolCall({ operations: deep })).toMatchObject({ ok: true, ops: [{}] });
  });

  it("quotes a target well-formed", () => {
    expect(readToolCall({ target: "\ud800" })).toMatchObject({
      message: 'unknown target "\ufffd" — use memory or user.',
    });
  });

  it("needs a target", () => {
    expect(() => readToolCall({}, { targets: [] })).toThrow(TypeError);
    // @ts-expect-error targets are a list
    expect(() => readToolCall({}, { targets: "user" })).toThrow(
      new TypeError('targets must be a list of strings; got the string "user"'),
    );
  });
});
