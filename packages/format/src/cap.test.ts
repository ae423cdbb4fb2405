import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CapBudgets, resolveBudgets } from "./budgets.js";
import { capText } from "./cap.js";

const size = (lines: readonly string[]): number => [...lines.join("\n")].length;

/** The rules as they are written, line by line and character by character: slow, and nothing shared with the code. */
const model = (given: string, id: string, budgets: CapBudgets): { text: string; capped: boolean } => {
  const lines = given.toWellFormed().split("\n");
  if (lines.at(-1) === "") lines.pop();
  const whole = { text: lines.join("\n"), capped: false };
  if (lines.length <= budgets.maxLines && size(lines) <= budgets.maxChars) return whole;

  const shown = new Map<number, string>();
  let cuts = 0;
  const hasHead = budgets.headLines > 0 && budgets.headChars > 0;
  for (let count = 1; hasHead && count <= Math.min(budgets.headLines, lines.length); count++) {
    if (size(lines.slice(0, count)) > budgets.headChars) break;
    shown.set(count - 1, lines[count - 1] ?? "");
  }
  if (hasHead && shown.size === 0) {
    shown.set(0, `${[...(lines[0] ?? "")].slice(0, budgets.headChars).join("")} […cut]`);
    cuts++;
  }
  const head = shown.size;
  const hasTail = budgets.tailLines > 0 && budgets.tailChars > 0 && head < lines.length;
  for (let count = 1; hasTail && count <= Math.min(budgets.tailLines, lines.length - head); count++) {
    if (size(lines.slice(lines.length - count)) > budgets.tailChars) break;
    shown.set(lines.length - count, lines[lines.length - count] ?? "");
  }
  if (hasTail && shown.size === head) {
    shown.set(lines.length - 1, `[cut…] ${[...(lines.at(-1) ?? "")].slice(-budgets.tailChars).join("")}`);
    cuts++;
  }
  const elided = lines.length - shown.size;
  if (elided === 0 && cuts === 0) return whole;
  const ordered = [...shown].sort(([one], [other]) => one - other).map(([, line]) => line);
  ordered.splice(head, 0, `[${elided} lines elided, full output ${id}]`);
  return { text: ordered.join("\n"), capped: true };
};

const share = (maximum: number): fc.Arbitrary<{ maximum: number; head: number; tail: number }> =>
  fc
    .nat({ max: maximum })
    .chain((max) => fc.tuple(fc.constant(max), fc.nat({ max })))
    .chain(([max, head]) =>
      fc.record({ maximum: fc.constant(max), head: fc.constant(head), tail: fc.nat({ max: max - head }) }),
    );

const anyBudgets: fc.Arbitrary<CapBudgets> = fc.tuple(share(8), share(24)).map(([lines, chars]) => ({
  maxLines: lines.maximum,
  headLines: lines.head,
  tailLines: lines.tail,
  maxChars: chars.maximum,
  headChars: chars.head,
  tailChars: chars.tail,
}));

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r", "😀", "\ud83d", "\ude00"), maxLength: 40 }),
  fc
    .array(fc.string({ unit: fc.constantFrom("a", "😀"), maxLength: 9 }), { maxLength: 12 })
    .map((lines) => lines.join("\n")),
);

/** Lines that are all different, and are so still when cut to half. */
const differentLines = fc
  .array(fc.nat({ max: 12 }), { maxLength: 15 })
  .map((lengths) => lengths.map((length, at) => String.fromCodePoint(0x4e00 + at).repeat(length)));

describe("a capped text", () => {
  it("is what the rules say, whatever text and budgets", () => {
    fc.assert(
      fc.property(anyText, anyBudgets, (text, budgets) => {
        expect(capText(text, "#c0de", budgets)).toEqual(model(text, "#c0de", budgets));
      }),
      { numRuns: 5_000 },
    );
  });

  it("is never longer than its parts, and never empty where the body is not", () => {
    fc.assert(
      fc.property(anyText, anyBudgets, (text, budgets) => {
        const { text: shown, capped } = capText(text, "#c0de", budgets);
        expect(shown.isWellFormed()).toBe(true);
        if (!capped) {
          expect(shown).toBe(text.toWellFormed().replace(/\n$/, ""));
          return;
        }
        const elided = /\[\d+ lines elided, full output #c0de\]/.exec(shown)?.[0] ?? "";
        expect(elided).not.toBe("");
        const most = budgets.headChars + budgets.tailChars + " […cut][cut…] ".length + elided.length + 2;
        expect([...shown].length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 1_000 },
    );
  });

  it("shows no line twice", () => {
    fc.assert(
      fc.property(differentLines, anyBudgets, (lines, budgets) => {
        const shown = capText(lines.join("\n"), "#c0de", budgets).text.split("\n");
        const seen = shown.flatMap((line) => /[\u4e00-\u4eff]/.exec(line)?.[0] ?? []);
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it("counts its elided lines", () => {
    fc.assert(
      fc.property(anyText, anyBudgets, (text, budgets) => {
        const { text: shown, capped } = capText(text, "#c0de", budgets);
        if (!capped) return;
        const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
        const elided = Number(/\[(\d+) lines elided/.exec(shown)?.[1]);
        expect(shown.split("\n").length - 1 + elided).toBe(lines);
      }),
    );
  });

  it("of 100 MB is its first and its last lines", () => {
    const line = `${"x".repeat(99)}\n`;
    expect(capText(line.repeat(1_000_000), "#c0de", {})).toEqual({
      text: `${line.repeat(200)}[999700 lines elided, full output #c0de]\n${line.repeat(100)}`.trimEnd(),
      capped: true,
    });
    expect(capText("x".repeat(100_000_000), "#c0de", {}).text).toBe(
      `${"x".repeat(20_000)} […cut]\n[0 lines elided, full output #c0de]`,
    );
  });

  it("may have budgets as large as whole numbers are", () => {
    const maximum = Number.MAX_SAFE_INTEGER;
    const budgets = resolveBudgets({ maxLines: 1, headLines: 1, maxChars: maximum });
    expect(capText("a\nb\nc", "#c0de", budgets).text).toBe("a\n[2 lines elided, full output #c0de]");
    expect(capText("a\nb\nc", "#c0de", { maxLines: maximum, maxChars: maximum }).capped).toBe(false);
  });

  it("has a text, an id with its #, and budgets in range", () => {
    expect(() => capText(JSON.parse("1"), "#a", {})).toThrow(new TypeError("text must be a string; got 1"));
    expect(() => capText("a", JSON.parse("1"), {})).toThrow(new TypeError("id must be a string; got 1"));
    expect(() => capText("a", "a001", {})).toThrow(
      new RangeError('id must be # and a word, like #a001; got the string "a001"'),
    );
    expect(() => capText("a", "#a\nb", {})).toThrow(RangeError);
    expect(() => capText("a", "see#a", {})).toThrow(RangeError);
    expect(() => capText("a", "#a", { maxLines: -1 })).toThrow(RangeError);
  });
});
