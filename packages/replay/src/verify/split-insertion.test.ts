import { ContextLedger } from "@lembas/context";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedPath, splitInsertion } from "./split-insertion.js";

/** What the ledger inserts for a read of a file with the line `x`. */
const textOf = (path: string): string => new ContextLedger().read({ id: "#0001", path, content: "x\n" }).text;
const headOf = (printed: string): string => `[#0001 ${printed} lines 1-1 of 1 sha 73cb3858]\n`;

describe("a path in a head, as the verifier reads it and as the ledger writes it", () => {
  it.each([
    ["a.ts", "a.ts"],
    ["C:\\new", "C:\\new"],
    ["a]b", '"a]b"'],
    ['say "hi"\\n', '"say \\"hi\\"\\\\n"'],
    [
      "\b\t\n\f\r\u0000\u001b\u007f\u0085\u2028\u2029",
      "\\b\\t\\n\\f\\r\\u0000\\u001b\\u007f\\u0085\\u2028\\u2029",
    ],
    ["\t]", '"\\t]"'],
    [`]${"a".repeat(400)}`, `\u2026${"a".repeat(400)}`],
    ["\u{1f600}".repeat(400), "\u{1f600}".repeat(400)],
    [`${"\u{1f600}".repeat(400)}]`, `"\u2026${"\u{1f600}".repeat(399)}]"`],
  ])("2.3: %j", (path, printed) => {
    expect(printedPath(path)).toBe(printed);
    expect(textOf(path)).toBe(`${headOf(printed)}1: x`);
    expect(splitInsertion(textOf(path), "#0001", path)).toEqual({ head: headOf(printed), body: "1: x" });
  });

  it("is the same for any path", () => {
    const letter = fc.constantFrom(...'a]"\\ \b\n\u001b\u007f\u009f\u2028\u00e9\ud800', "\u{1f600}");
    const path = fc.array(letter, { minLength: 1, maxLength: 405 }).map((letters) => letters.join(""));
    fc.assert(
      fc.property(path, (each) => {
        expect(splitInsertion(textOf(each), "#0001", each).head).toBe(headOf(printedPath(each)));
      }),
    );
  });
});
