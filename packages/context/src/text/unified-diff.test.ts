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
        const diff = unifiedDiff(before, after).text;
        expect(applyDiff(before, diff)).toBe(after);
        const changed = diff.split("\n").filter((row) => /^[+-]/.test(row)).length;
        const [old, next] = [linesOf(before), linesOf(after)];
        expect(changed).toBe(old.length + next.length - 2 * commonLines(old, next));
      }),
      { numRuns: 1_000 },
    );
  });

  it("equal texts have none", () => {
    expect(unifiedDiff("a\n", "a\n").text).toBe("");
  });

  it("a text in the place of nothing, and nothing in the place of a text", () => {
    expect(unifiedDiff("", "a\nb").text).toBe("@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file");
    expect(unifiedDiff("a\nb\n", "").text).toBe("@@ -1,2 +0,0 @@\n-a\n-b");
  });

  it("a text of 300,000 lines in the place of another", () => {
    const before = "old\n".repeat(300_000);
    const rows = unifiedDiff(before, "new\n").text.split("\n");
    expect(rows[0]).toBe("@@ -1,300000 +1,1 @@");
    expect(rows).toHaveLength(300_002);
  });

  it("C21: above the bound the lines that are unique on both sides stay, as many as have one order", () => {
    const numbers = Array.from({ length: EDIT_LENGTH_BOUND }, (_, index) => `${index}\n`);
    const before = `head\nold\nshared\n${numbers.join("")}tail\n`;
    const after = `head\nnew\nshared\n${[...numbers].reverse().join("")}tail\n`;
    const diff = unifiedDiff(before, after).text;
    expect(applyDiff(before, diff)).toBe(after);
    // Of the reversed numbers one stays: the one that stands furthest up in the new text.
    expect(diff.split("\n").filter((row) => /^[+-]/.test(row))).toHaveLength(2 * EDIT_LENGTH_BOUND);
    expect(diff.split("\n").filter((row) => row.startsWith(" "))).toEqual([
      " head",
      " shared",
      " 499",
      " tail",
    ]);
  });

  it("C21: 8,000 lines that moved go and come, and no other", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`);
    const before = lines.join("");
    const after = [...lines.slice(8_000), ...lines.slice(0, 8_000)].join("");
    const diff = unifiedDiff(before, after).text;
    expect(applyDiff(before, diff)).toBe(after);
    expect(diff.split("\n").filter((row) => /^[+-]/.test(row))).toHaveLength(16_000);
  });

  it("C21: without a unique line all between the equal ends is one change", () => {
    const before = `head\n${"a\n".repeat(600)}${"b\n".repeat(600)}tail\n`;
    const after = `head\n${"b\n".repeat(600)}${"a\n".repeat(600)}tail\n`;
    const rows = unifiedDiff(before, after).text.split("\n");
    expect(rows).toHaveLength(1 + 2 + 2_400);
  });

  it("C21: whatever the texts, the patch applies above the bound", () => {
    const long = fc
      .array(fc.oneof(fc.nat(900), fc.constantFrom(1, 2)), { minLength: 700, maxLength: 900 })
      .map((numbers) => numbers.map((number) => `${number}\n`).join(""));
    fc.assert(
      fc.property(long, long, (before, after) => {
        expect(applyDiff(before, unifiedDiff(before, after).text)).toBe(after);
      }),
      { numRuns: 50 },
    );
  });

  it("C9: of a long line what changed is shown, with a little around it; the text has the whole", () => {
    const items = Array.from({ length: 10_000 }, (_, index) => `{"id":${index}},`).join("");
    const before = `{"x":3000,${items}\n`.replace('"id":9000}', '"id":3000}');
    const after = before.replace('"id":3000},{"id":9001', '"id":4000},{"id":9001');
    const { text, shown } = unifiedDiff(before, after);
    expect(applyDiff(before, text)).toBe(after);
    const [, removed = "", added = ""] = shown.split("\n");
    expect(removed).toMatch(/^-\[cut…\] .{100}3.{100} \[…cut\]$/);
    expect(added).toMatch(/^\+\[cut…\] .{100}4.{100} \[…cut\]$/);
  });

  it("C9: no character is split, and what is shown stands in the lines", () => {
    const long = fc
      .array(fc.constantFrom("a", "b", "\u{1f600}", "\u{1f601}", "\u{10000}"), { maxLength: 12 })
      .map((letters) => letters.join(""));
    const line = fc
      .tuple(long, long, long, fc.nat(1_200))
      .map(([start, middle, end, count]) => ({ start, middle, end, count }));
    fc.assert(
      fc.property(line, long, ({ start, middle, end, count }, other) => {
        const make = (inside: string): string =>
          `${start}${"\u{1f600}".repeat(count)}${inside}${"x".repeat(count)}${end}`;
        const [before, after] = [make(middle), make(other)];
        const { shown } = unifiedDiff(before, after);
        expect(shown.isWellFormed()).toBe(true);
        for (const row of shown.split("\n").filter((row) => /^[-+]/.test(row))) {
          const part = row
            .slice(1)
            .replace(/^\[cut…\] /, "")
            .replace(/ \[…cut\]$/, "");
          expect(row.startsWith("-") ? before : after).toContain(part);
        }
      }),
    );
  });
});
