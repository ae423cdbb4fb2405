import { describe, expect, it } from "vitest";
import { replay, session } from "../testing/replay-steps.js";
import { tenSteps } from "../testing/ten-steps.js";
import { concludeReplay, countWrong } from "./conclusion.js";
import { reportText } from "./report-text.js";
import { stepKinds, sumRows } from "./totals.js";

describe("the report for people", () => {
  it("of a session of ten steps is this, to the letter", async () => {
    const { totals, problems } = await replay(tenSteps, { verify: true, compare: true });
    const text = reportText("Ten steps", totals, problems, { unit: "characters", details: true });
    expect(text).toMatchInlineSnapshot(`
      "Your tools gave 34,759 characters: messages sends 34,760 (0.0%), the lean ledger 5,262 (−84.9%).
      Lossless: messages, but for 9 characters that a terminal overwrites. The lean ledger saves by cutting alone; what it cuts can be recalled. The ledger leaves out or rewords 24 characters of other text, such as results of edits, numbers and headers of reads, and what a terminal overwrites.
      Checked: 7 claims about earlier results, 0 false.

      Ten steps
      From the recording: 2 of 2 reads placed; 2 of 2 edits with their texts.
      Not counted: 1 result that no model call read (5,000 characters).

      characters        steps   given  messages        lean ledger
      ──────────────────────────────────────────────────────────────────────
      read                  2      79        79  0.0%          110    +39.2%
      edit                  1       7         7  0.0%           31   +342.9%
      write (new file)      1       8         8  0.0%           24   +200.0%
      other tools           3  34,638    34,639  0.0%        4,892    −85.9%
      recall                1      16        16  0.0%           61   +281.3%
      memory                1       6         6  0.0%           33   +450.0%
      background job        1       5         5  0.0%          111  +2120.0%
      compaction table      1       0         0                  0
      ──────────────────────────────────────────────────────────────────────
      all                  11  34,759    34,760  0.0%        5,262    −84.9%

      messages: @lembas/messages, in any agent; lean ledger: @lembas/context with its preset lean.

      characters, edits in one line   inserted          all calls read  written again  priced
      ───────────────────────────────────────────────────────────────────────────────────────
      as recorded                       34,759    0.0%         104,332              0  90,275
      everything whole                  34,771    0.0%         104,359              0  90,292
      cut to 30,000 characters          30,192  −13.1%          90,622              0  78,387
      tail of 2,000 lines or 50 KB      33,284   −4.2%          99,898              0  86,426
      same range again                  34,797   +0.1%         104,437              0  90,330
      clear all but the newest three    34,771    0.0%         104,359              0  90,292
      mask all but the newest 5 *       34,771    0.0%          69,858             67  87,166
      mask all but the newest 10 *      34,771    0.0%         104,359              0  90,292
      prune as opencode does *          34,771    0.0%         104,359              0  90,292
      mask as Gemini CLI does *         34,771    0.0%         104,359              0  90,292
      lembas                             5,349  −84.6%          15,674              0  13,360
      lean                               5,262  −84.9%          15,434              0  13,235
      lean, nothing cut                 35,024   +0.8%         104,720              0  90,617
      messages                          34,760    0.0%         104,335              0  90,278

      5 model calls. %: the inserted against what was recorded.
      priced: as input without a cache; what is read from the cache at 0.1, what is written to it at 1.25.
      *: changes what was already sent, which newer models refuse.
      written again: it was cached, and something before it was changed.
      No times between calls are known: each is taken to come while the cache lasts, 5 minutes.
      System prompts and definitions of tools are not counted.

      The ledger with its defaults (lembas):

      characters        steps   given  inserted  difference            stubs  capped
      ──────────────────────────────────────────────────────────────────────────────
      read                  2      79       176         +97   +122.8%      1       0
      edit                  1       7        89         +82  +1171.4%      0       0
      write (new file)      1       8        42         +34   +425.0%      0       0
      other tools           3  34,638     4,892     −29,746    −85.9%      1       1
      recall                1      16        61         +45   +281.3%      0       0
      memory                1       6        33         +27   +450.0%      0       0
      background job        1       5       111        +106  +2120.0%      0       0
      compaction table      1       0         0           0                0       0
      ──────────────────────────────────────────────────────────────────────────────
      all                  11  34,759     5,404     −29,355    −84.5%      2       1

      what did it, characters (+ is a cost)                difference
      ───────────────────────────────────────────────────────────────
      heads ([#id …])                                            +203
      line numbers of reads                                        +9
      diffs of edits                                              +79
      the agent's own numbers, headers and notes of reads         −15
      the agent's own results of edits                            −15
      control characters and final newlines                       −10
      caps                                                    −29,763
      stubs (unchanged reads)                                     +21
      elided repeats of searches and listings                      +3
      memory results                                              +27
      job notes                                                  +106
      ───────────────────────────────────────────────────────────────
      all                                                     −29,355

      characters, edits as diffs      inserted          all calls read  written again  priced
      ───────────────────────────────────────────────────────────────────────────────────────
      as recorded                       34,759    0.0%         104,332              0  90,275
      everything whole                  34,826   +0.2%         104,469              0  90,366
      cut to 30,000 characters          30,247  −13.0%          90,732              0  78,461
      tail of 2,000 lines or 50 KB      33,339   −4.1%         100,008              0  86,500
      same range again                  34,852   +0.3%         104,547              0  90,404
      clear all but the newest three    34,826   +0.2%         104,469              0  90,366
      mask all but the newest 5 *       34,826   +0.2%          69,968            122  87,304
      mask all but the newest 10 *      34,826   +0.2%         104,469              0  90,366
      prune as opencode does *          34,826   +0.2%         104,469              0  90,366
      mask as Gemini CLI does *         34,826   +0.2%         104,469              0  90,366
      lembas                             5,404  −84.5%          15,784              0  13,434
      lean                               5,262  −84.9%          15,434              0  13,235
      lean, nothing cut                 35,024   +0.8%         104,720              0  90,617
      messages                          34,760    0.0%         104,335              0  90,278

      Verified, lembas: 1 stub, 1 elided repeat, 1 recall checked, 0 false.
      Verified, lean: 0 stubs, 1 elided repeat, 1 recall checked, 0 false.
      Verified, lean, nothing cut: 0 stubs, 1 elided repeat, 1 recall checked, 0 false.
      Verified, messages: 0 stubs, 0 elided repeats, 0 recalls checked, 0 false.

      Not used as such:
        1 × unknown step "sing" (first: file:15)"
    `);
  });

  it("has these numbers behind it, worked out from the lengths of the session's texts", async () => {
    const { totals } = await replay(tenSteps, { verify: true, compare: true });
    // 47 + 32 + 18 read by the second call, 18 + 34,602 + 7 + 8 by the third, 16 + 6 + 5 by the fourth.
    expect(sumRows(totals)).toMatchObject({ steps: 11, given: 34_759, inserted: 5_404, stubs: 2, capped: 1 });
    const [recorded] = totals.policies;
    expect(recorded?.diffs).toEqual(recorded?.oneLine);
    // 12, then 116, 34,776, 34,826, and after the summary the one result that stays: 34,602.
    expect(recorded?.diffs).toMatchObject({ inserted: 34_759, calls: 5, input: 104_332 });
    expect(recorded?.diffs.priced).toBeCloseTo(
      1.25 * (12 + 104 + 34_660 + 50 + 34_602) + 0.1 * (12 + 116 + 34_776),
      5,
    );
    expect(totals.unread).toEqual({ results: 1, characters: 5_000 });
    expect(totals.verdicts["lembas"]).toEqual({
      stubs: 1,
      repeats: 1,
      marks: 0,
      recalls: 1,
      wrong: 0,
      examples: [],
    });
    expect(countWrong(totals)).toBe(0);
    // Not kept by the lean ledger: what stands around the first read, 7 + 1 + 7, and two colours, 5 + 4.
    expect(concludeReplay(totals, "characters")).toEqual({
      ...{ unit: "characters", results: 10, given: 34_759, messages: 34_760, lean: 5_262, leanUncut: 35_024 },
      ...{ shortened: 1, reworded: 24, overwritten: 9, checked: 7, wrong: 0, reasons: [] },
    });
  });

  it("has every table", async () => {
    const { totals, problems } = await replay([...session, { op: "sing" }], { verify: true, compare: true });
    const text = reportText("A session", totals, problems, { unit: "characters", details: true });
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
    const text = reportText("A session", totals, problems, { unit: "tokens", details: true });
    expect(text).toContain("1,000,000,000,000");
    // The first lines are sentences.
    expect(
      text
        .split("\n")
        .slice(3)
        .filter((line) => line.length > 100),
    ).toEqual([]);
  });
});
