import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDiff } from "../testing/conversation.js";
import { EDIT_LENGTH_BOUND } from "./line-script.js";
import { unifiedDiff } from "./unified-diff.js";

const line = fc.constantFrom("a", "b", "c", "", "}", "\\ No newline at end of file", "@@ -1,1 +1,1 @@");
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, ended]) => lines.join("\n") + (ended && lines.length > 0 ? "\n" : ""));

/** The length of a longest common subsequence of lines, by the whole table. */
const commonLines = (before: readonly string[], after: readonly string[]): number => {
  let row = after.map(() => 0);
  for (const old of before) {
    const next: number[] = [];
    for (const [index, line] of after.entries()) {
      const diagonal = index === 0 ? 0 : (row[index - 1] ?? 0);
      next.push(old === line ? diagonal + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

describe("unifiedDiff", () => {
  it("the patch applies, and no script is longer than the table's", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff(before, after);
        expect(applyDiff(before, diff)).toBe(after);
        const changed = diff.split("\n").filter((row) => /^[+-]/.test(row)).length;
        const [old, next] = [linesOf(before), linesOf(after)];
        expect(changed).toBe(old.length + next.length - 2 * commonLines(old, next));
      }),
      { numRuns: 1_000 },
    );
  });

  it("equal texts have none", () => {
    expect(unifiedDiff("a\n", "a\n")).toBe("");
  });

  it("a text in the place of nothing, and nothing in the place of a text", () => {
    expect(unifiedDiff("", "a\nb")).toBe("@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file");
    expect(unifiedDiff("a\nb\n", "")).toBe("@@ -1,2 +0,0 @@\n-a\n-b");
  });

  it("a text of a million lines in the place of another", () => {
    const before = "old\n".repeat(1_000_000);
    const rows = unifiedDiff(before, "new\n").split("\n");
    expect(rows[0]).toBe("@@ -1,1000000 +1,1 @@");
    expect(rows).toHaveLength(1_000_002);
  });

  it("above the bound all between the equal ends is one replaced block", () => {
    const numbers = Array.from({ length: EDIT_LENGTH_BOUND }, (_, index) => `${index}\n`);
    const before = `head\nold\nshared\n${numbers.join("")}tail\n`;
    const after = `head\nnew\nshared\n${[...numbers].reverse().join("")}tail\n`;
    const diff = unifiedDiff(before, after);
    expect(applyDiff(before, diff)).toBe(after);
    expect(diff.split("\n").filter((row) => /^[+-]/.test(row))).toHaveLength(2 * (EDIT_LENGTH_BOUND + 2));
    expect(diff.split("\n").slice(1, 4)).toEqual([" head", "-old", "-shared"]);
  });
});
