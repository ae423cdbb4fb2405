import { describe, expect, it } from "vitest";
import { reportText } from "./report/report-text.js";
import { sumRows } from "./report/totals.js";
import { replay } from "./testing/replay-steps.js";

const call = { op: "message", role: "assistant", text: "On." };
const output = (id: string, length: number): object => ({
  ...{ op: "output", id, tool: "bash", text: "x".repeat(length) },
});

const parts = { unit: "characters" } as const;

describe("R2: only what a later model call read counts", () => {
  it("leaves out the last result, in every column and for every policy, and says so", async () => {
    const { totals, problems } = await replay([call, output("#a001", 10), call, output("#a002", 878_109)], {
      compare: true,
    });
    expect(sumRows(totals)).toMatchObject({ steps: 1, given: 10, inserted: 18, capped: 0 });
    expect(totals.causes).toEqual({ heads: 8, cleaned: 0 });
    expect(totals.unread).toEqual({ results: 1, characters: 878_109 });
    expect(reportText("A session", totals, problems, parts)).toContain(
      "\nNot counted: 1 result that no model call read (878,109 characters).\n",
    );
    for (const { name, diffs, oneLine } of totals.policies) {
      const inserted = name.startsWith("lembas") ? 18 : 10;
      expect([name, diffs.inserted]).toEqual([name, inserted]);
      if (oneLine) expect(oneLine.inserted).toBe(inserted);
    }
  });

  it("leaves out a result that was taken out before the next call", async () => {
    const { totals } = await replay([
      ...[call, output("#a001", 10), output("#a002", 20), { op: "forget", ids: ["#a001"] }, call],
    ]);
    expect(sumRows(totals)).toMatchObject({ steps: 1, given: 20 });
    expect(totals.unread).toEqual({ results: 0, characters: 0 });
  });

  it("counts what a summary was written of", async () => {
    const { totals } = await replay([call, output("#a001", 10), { op: "compact" }]);
    expect(sumRows(totals)).toMatchObject({ given: 10 });
    expect(totals.unread.results).toBe(0);
  });

  it("counts everything where no model call is recorded, and what stood there before the first", async () => {
    const { totals } = await replay([output("#a001", 10), { op: "message", role: "user", text: "Hm." }]);
    expect(sumRows(totals)).toMatchObject({ given: 10 });
    const before = await replay([output("#a001", 10), call]);
    expect(sumRows(before.totals)).toMatchObject({ given: 10 });
  });

  it("does not take what goes on with an answer for another call", async () => {
    const answer = (block: object): object => ({
      ...{ type: "assistant", sessionId: "s", message: { id: "one", content: [block] } },
    });
    const use = (id: string): object =>
      answer({ type: "tool_use", id, name: "Bash", input: { command: "ls" } });
    const result = (id: string): object => ({
      ...{ type: "user", sessionId: "s" },
      message: { content: [{ type: "tool_result", tool_use_id: id, content: "abc" }] },
    });
    const { totals } = await replay([use("1"), result("1"), use("2"), result("2")]);
    expect(totals.unread).toEqual({ results: 2, characters: 6 });
  });
});
