import { describe, expect, it } from "vitest";
import { replay, session } from "../testing/replay-steps.js";
import { reportText } from "./report-text.js";
import { stepKinds } from "./totals.js";

describe("the report for people", () => {
  it("has every table", async () => {
    const { totals, problems } = await replay([...session, { op: "sing" }], { verify: true, compare: true });
    const text = reportText("A session", totals, problems, { tokens: false, compare: true, calls: false });
    for (const kind of [
      "read",
      "edit",
      "write (new file)",
      "other tools",
      "recall",
      "memory",
      "background job",
    ])
      expect(text).toContain(`\n${kind} `);
    expect(text).toMatch(/heads \(\[#id …\]\) +\+\d/);
    expect(text).toMatch(/caps +−\d/);
    expect(text).toContain("Verified, lembas: 3 stubs, 1 elided repeat, 1 recall checked, 0 false.");
    expect(text).toContain('1 × unknown step "sing" (first: file:30)');
  });

  it("has tables of at most 100 columns, up to a billion characters and a trillion read by all calls", async () => {
    const { totals, problems } = await replay(session, { verify: true, compare: true });
    const large = { steps: 123_456, stubs: 123_456, capped: 123_456, given: 10 ** 9, inserted: 2 * 10 ** 9 };
    for (const kind of stepKinds)
      Object.assign(totals.rows[kind], large, { givenTokens: 10 ** 9, insertedTokens: 2 * 10 ** 9 });
    for (const cause of Object.keys(totals.causes)) Object.assign(totals.causes, { [cause]: -(10 ** 9) });
    for (const { diffs, oneLine } of totals.policies)
      for (const spent of [diffs, oneLine])
        if (spent) Object.assign(spent, { inserted: 10 ** 9, input: 10 ** 12, priced: 10 ** 12 });
    const text = reportText("A session", totals, problems, { tokens: true, compare: true, calls: true });
    expect(text).toContain("1,000,000,000,000");
    expect(text.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });
});
