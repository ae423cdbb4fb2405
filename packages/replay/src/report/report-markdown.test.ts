import { expect, it } from "vitest";
import { replay } from "../testing/replay-steps.js";
import { tenSteps } from "../testing/ten-steps.js";
import { reportMarkdown } from "./report-markdown.js";

it("the report of a session of ten steps for a pull request is this, to the letter", async () => {
  const recording = await replay(tenSteps, { verify: true, compare: true });
  const { totals, problems } = recording;
  const report = { title: "Ten steps", totals, problems, recordings: [recording], interrupted: undefined };
  expect(reportMarkdown(report, { unit: "characters" })).toMatchInlineSnapshot(`
    "**Your tools gave 34,759 characters: messages sends 34,760 (0.0%), the lean ledger 5,262 (−84.9%).**

    Lossless: messages, but for 9 characters that a terminal overwrites. The lean ledger saves by cutting alone; what it cuts can be recalled. The ledger leaves out or rewords 24 characters of other text, such as results of edits, numbers and headers of reads, and what a terminal overwrites.

    Checked: 7 claims about earlier results, 0 false.

    | characters | steps | given | messages |  | lean ledger |  |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: |
    | read | 2 | 79 | 79 | 0.0% | 110 | +39.2% |
    | edit | 1 | 7 | 7 | 0.0% | 31 | +342.9% |
    | write (new file) | 1 | 8 | 8 | 0.0% | 24 | +200.0% |
    | other tools | 3 | 34,638 | 34,639 | 0.0% | 4,892 | −85.9% |
    | recall | 1 | 16 | 16 | 0.0% | 61 | +281.3% |
    | memory | 1 | 6 | 6 | 0.0% | 33 | +450.0% |
    | background job | 1 | 5 | 5 | 0.0% | 111 | +2120.0% |
    | compaction table | 1 | 0 | 0 |  | 0 |  |
    | all | 11 | 34,759 | 34,760 | 0.0% | 5,262 | −84.9% |

    messages: \`@lembas/messages\`, in any agent; lean ledger: \`@lembas/context\` with its preset lean.

    <details><summary>Against other policies</summary>

    | characters | inserted |  | all calls read | written again | priced |
    | --- | ---: | ---: | ---: | ---: | ---: |
    | as recorded | 34,759 | 0.0% | 104,332 | 0 | 90,275 |
    | everything whole | 34,771 | 0.0% | 104,359 | 0 | 90,292 |
    | cut to 30,000 characters | 30,192 | −13.1% | 90,622 | 0 | 78,387 |
    | tail of 2,000 lines or 50 KB | 33,284 | −4.2% | 99,898 | 0 | 86,426 |
    | same range again | 34,797 | +0.1% | 104,437 | 0 | 90,330 |
    | clear all but the newest three | 34,771 | 0.0% | 104,359 | 0 | 90,292 |
    | mask all but the newest 5 * | 34,771 | 0.0% | 69,858 | 67 | 87,166 |
    | mask all but the newest 10 * | 34,771 | 0.0% | 104,359 | 0 | 90,292 |
    | prune as opencode does * | 34,771 | 0.0% | 104,359 | 0 | 90,292 |
    | mask as Gemini CLI does * | 34,771 | 0.0% | 104,359 | 0 | 90,292 |
    | lembas | 5,349 | −84.6% | 15,674 | 0 | 13,360 |
    | lean | 5,262 | −84.9% | 15,434 | 0 | 13,235 |
    | lean, nothing cut | 35,024 | +0.8% | 104,720 | 0 | 90,617 |
    | messages | 34,760 | 0.0% | 104,335 | 0 | 90,278 |

    5 model calls. %: the inserted against what was recorded.<br>
    priced: as input without a cache; what is read from the cache at 0.1, what is written to it at 1.25.<br>
    *: changes what was already sent, which newer models refuse.<br>
    written again: it was cached, and something before it was changed.<br>
    No times between calls are known: each is taken to come while the cache lasts, 5 minutes.<br>
    System prompts and definitions of tools are not counted.

    </details>

    <details><summary>Not used as such</summary>

    - 1 × unknown step

    </details>

    1 recording &#40;own step lines&#41;, 1 conversation, by \`lembas-replay\`."
  `);
});

it("what a recording says is no markup, no link and no mention", async () => {
  const hostile = "<img src=x onerror=alert(1)> [a](https://example.com) @someone #1 `code` | cell\n# head";
  const recording = await replay([...tenSteps, { op: hostile }], { verify: true, compare: true });
  const { totals, problems } = recording;
  const recordings = [{ ...recording, format: hostile }];
  const report = { title: hostile, totals, problems, recordings, interrupted: "Interrupted: so far." };
  const text = reportMarkdown(report, { unit: "characters" });
  expect(text).not.toMatch(/<img|\]\(http|@someone|\n# head|`code`|https:/);
  expect(text.startsWith("**Interrupted&#58; so far&#46;**\n")).toBe(true);
});

it("of the sessions it has numbers and names of tools alone, whatever was not used or false", async () => {
  const recording = await replay(tenSteps, { verify: true, compare: true });
  const totals = structuredClone(recording.totals);
  Object.assign(totals.verdicts["lean"] ?? {}, { wrong: 2, examples: ["#a001: line 1 of src/private.ts"] });
  const problems = [
    { what: 'unknown step "mine"', count: 1_000, first: "home/private.jsonl:3" },
    { what: 'unknown step "yours"', count: 2, first: "home/private.jsonl:5" },
    { what: "call of files:look(1) without a result", count: 1, first: "home/private.jsonl:6" },
    {
      what: "edit whose texts are not in the recording",
      count: 1,
      first: "home/private.jsonl:7, src/private.ts",
    },
  ];
  const report = {
    title: "home/private.jsonl",
    totals,
    problems,
    recordings: [recording],
    interrupted: undefined,
  };
  const text = reportMarkdown(report, { unit: "characters" });
  expect(text).not.toMatch(/private|mine|yours/);
  expect(text).toContain("\n- False&#58; 2 claims under the policy “lean”&#46;\n");
  expect(text).toContain("\n- 1 × call of files&#58;look&#40;1&#41; without a result\n");
  expect(text).toContain("\n- 1,002 × unknown step\n");
  expect(text).toContain("\n- 1 × edit whose texts are not in the recording\n");
});
