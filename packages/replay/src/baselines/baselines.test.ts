import { describe, expect, it } from "vitest";
import type { OutputStep, ReadStep } from "../step.js";
import { clearOldResults } from "./clear-old-results.js";
import { ContextSize } from "./context-size.js";
import { cutHeadAndTail } from "./cut-head-and-tail.js";
import { everythingWhole } from "./everything-whole.js";
import { maskOldResults } from "./mask-old-results.js";
import { numberedLines, type Policy } from "./policy.js";
import { maskAsGeminiCli, pruneAsOpenCode } from "./prune-old-results.js";
import { sameRangeAgain } from "./same-range-again.js";
import { tailOfLines } from "./tail-of-lines.js";

const output = (given: string): OutputStep => ({
  ...{ op: "output", id: "#0001", tool: "bash", args: {}, given, text: given },
});
const read = (content: string, first: number, limit: number): ReadStep => ({
  ...{ op: "read", id: "#0002", tool: "read", given: "", path: "a", content, first, limit },
});
const put = (policy: Policy, step: OutputStep | ReadStep): string =>
  policy.insert(step, { numbered: step.op === "read" ? numberedLines(step) : "", diff: "" }).text;

describe("reads of every policy", () => {
  it("are numbered lines with a note where lines remain", () => {
    expect(put(everythingWhole(), read("a\nb\nc\nd\n", 2, 2))).toBe(
      "2: b\n3: c\n\n(1 more line — read again with offset 4)",
    );
    expect(put(everythingWhole(), read("a\nb", 1, 2))).toBe("1: a\n2: b");
  });
});

describe("cut to 30,000 characters", () => {
  it("leaves 30,000 whole, and of more the head and the tail, in characters", () => {
    const policy = cutHeadAndTail();
    expect(put(policy, output("x".repeat(30_000)))).toHaveLength(30_000);
    const emoji = "😀".repeat(30_001);
    expect(put(policy, output(emoji))).toBe(
      `${"😀".repeat(15_000)}\n[1 characters cut]\n${"😀".repeat(15_000)}`,
    );
    expect(put(policy, output("😀".repeat(20_000)))).toHaveLength(40_000);
  });
});

describe("tail of 2,000 lines or 50 KB", () => {
  it("keeps the last lines of an output", () => {
    const lines = Array.from({ length: 2_001 }, (_, at) => `${at + 1}`);
    const text = put(tailOfLines(), output(lines.join("\n")));
    expect(text.split("\n").slice(0, 2)).toEqual(["[last 2000 of 2001 lines]", "2"]);
    expect(put(tailOfLines(), output(lines.slice(1).join("\n")))).toBe(lines.slice(1).join("\n"));
  });

  it("counts bytes, and keeps the first lines of a read", () => {
    const line = "é".repeat(1_000);
    const wide = Array.from({ length: 40 }, () => line).join("\n");
    expect(put(tailOfLines(), output(wide)).split("\n")).toHaveLength(1 + 25);
    const text = put(tailOfLines(), read(`${wide}\n`, 1, 40));
    expect(text.startsWith("1: é")).toBe(true);
    expect(text.endsWith("[first 25 of 40 lines]")).toBe(true);
    expect(put(tailOfLines(), output("x".repeat(60_000)))).toHaveLength(
      50 * 1024 + "[last 0 of 1 lines]\n".length,
    );
    const emoji = put(tailOfLines(), output(`${"😀".repeat(20_000)}x`));
    expect(emoji).toBe(`[last 0 of 1 lines]\n${"😀".repeat(12_799)}x`);
    const first = put(tailOfLines(), read(`${"😀".repeat(20_000)}\n`, 1, 1));
    expect(first).toBe(`1: ${"😀".repeat(12_799)}\n[first 0 of 1 lines]`);
  });
});

describe("same range again", () => {
  it("is one sentence for the same lines of the same range, until they change or are gone", () => {
    const policy = sameRangeAgain();
    const first = read("a\nb\n", 1, 2);
    expect(put(policy, first)).toBe("1: a\n2: b");
    expect(put(policy, first)).toContain("unchanged");
    expect(put(policy, read("a\nb\n", 1, 1))).toContain("1: a");
    expect(put(policy, read("a\nB\n", 1, 2))).toBe("1: a\n2: B");
    expect(put(policy, first)).toBe("1: a\n2: b");
    policy.remove?.({ op: "forget", ids: [first.id] });
    expect(put(policy, first)).toBe("1: a\n2: b");
    policy.remove?.({ op: "compact", kept: [first.id] });
    expect(put(policy, first)).toContain("unchanged");
    policy.remove?.({ op: "compact", kept: [] });
    expect(put(policy, first)).toBe("1: a\n2: b");
  });
});

describe("clear all but the newest three", () => {
  it("happens at each call that would read more than the bound", () => {
    const policy = clearOldResults("characters");
    const size = new ContextSize();
    for (let result = 0; result < 5; result += 1) size.add(80_000, `#${result}`);
    policy.beforeCall?.(size);
    expect(size.size).toBe(400_000);
    size.add(1);
    policy.beforeCall?.(size);
    expect(size.size).toBe(3 * 80_000 + 2 * 9 + 1);
    // What is sent is below the bound now, but not what the conversation holds.
    size.add(80_000, "#5");
    policy.beforeCall?.(size);
    expect(size.size).toBe(3 * 80_000 + 3 * 9 + 1);
  });
});

describe("mask all but the newest 5 or 10", () => {
  it("happens before each call", () => {
    const [five, ten] = [maskOldResults(5, "characters"), maskOldResults(10, "tokens")];
    const size = new ContextSize();
    for (let result = 0; result < 12; result += 1) size.add(1_000, `#${result}`);
    ten.beforeCall?.(size);
    expect(size.size).toBe(10 * 1_000 + 2 * 9);
    five.beforeCall?.(size);
    five.beforeCall?.(size);
    expect(size.size).toBe(5 * 1_000 + 5 * 43 + 2 * 9);
  });
});

describe("what agents prune", () => {
  const filled = (...sizes: number[]): ContextSize => {
    const size = new ContextSize();
    for (const [at, each] of sizes.entries()) size.add(each, `#${at}`);
    return size;
  };
  const sizeAfter = (policy: Policy, ...sizes: number[]): number => {
    const size = filled(...sizes);
    policy.beforeCall?.(size);
    return size.size;
  };

  it("as opencode does: what is older than the newest 40,000 tokens, from 20,000 on", () => {
    const policy = pruneAsOpenCode("tokens");
    expect(sizeAfter(policy, 10_000, 9_999, 40_000)).toBe(59_999);
    expect(sizeAfter(policy, 10_000, 10_000, 40_000)).toBe(40_000 + 2 * 7);
    // The result that crosses the bound goes too.
    expect(sizeAfter(policy, 10_000, 30_000, 30_000)).toBe(30_000 + 2 * 7);
    expect(sizeAfter(policy, 3, 20_000, 40_000)).toBe(7 + 7 + 40_000);
    expect(sizeAfter(pruneAsOpenCode("characters"), 80_000, 160_000)).toBe(160_000 + 33);
    expect(sizeAfter(policy, 90_000)).toBe(7);
  });

  it("as Gemini CLI does: what is older than the newest 50,000 tokens, from 30,000 on", () => {
    const policy = maskAsGeminiCli("tokens");
    expect(sizeAfter(policy, 29_999, 50_000)).toBe(79_999);
    expect(sizeAfter(policy, 175, 30_000, 50_000)).toBe(175 + 175 + 50_000);
    expect(sizeAfter(policy, 100, 30_000, 50_000)).toBe(100 + 175 + 50_000);
    expect(sizeAfter(maskAsGeminiCli("characters"), 120_000, 200_000)).toBe(200_000 + 700);
  });
});
