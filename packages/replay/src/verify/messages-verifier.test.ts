import { describe, expect, it } from "vitest";
import { MessagesPolicy } from "../messages-policy.js";
import type { OutputStep, ResultingStep, Step } from "../step.js";
import { MessagesVerifier } from "./messages-verifier.js";
import type { Verdict } from "./verdict.js";

const lines = Array.from({ length: 12 }, (_, at) => `the line ${at + 1} of a long text`);
const text = lines.join("\n");
const output = (id: string, given: string, more: Partial<OutputStep> = {}): OutputStep => ({
  ...{ op: "output", id, tool: "bash", args: {}, given, text: given },
  ...more,
});

/** How the packages send these results, one after the other. */
const sentOf = (steps: readonly (ResultingStep | (Step & { op: "forget" | "compact" }))[]): string[] => {
  const policy = new MessagesPolicy(true);
  const texts = steps.map((step) =>
    step.op === "forget" || step.op === "compact" ? policy.remove(step) : policy.insert(step).text,
  );
  expect(policy.verdict?.examples).toEqual([]);
  return texts;
};

const verdictOf = (
  pairs: readonly (readonly [OutputStep, string] | (Step & { op: "forget" }))[],
): Verdict => {
  const verifier = new MessagesVerifier();
  for (const each of pairs) "op" in each ? verifier.remove(each) : verifier.insert(each[0], each[1]);
  return verifier.verdict;
};

const first = output("#0001", text);
const second = output("#0002", `top\n${text}\nend`);
const [shown = "", marked = ""] = sentOf([first, second]);

describe("the verification of composed messages", () => {
  it("believes what the package sends: results, texts in calls, numbered lines, wrapped outputs", () => {
    expect(marked).toMatch(/^\[#[0-9a-f]{6}\]\ntop\n\[12 lines same as lines 1-12 of #[0-9a-f]{6}, from "/);
    expect(
      verdictOf([
        [first, shown],
        [second, marked],
      ]),
    ).toMatchObject({ marks: 1, wrong: 0 });
    const numbered = (id: string, from: number): OutputStep =>
      output(id, lines.map((line, at) => `${String(from + at).padStart(6)}\t${line}`).join("\n"), {
        tool: "Read",
      });
    const write = output("#0001", "Written.", { tool: "Write", args: { content: text } });
    const wrapped = output("#0003", JSON.stringify({ output: `${text}\n`, metadata: { exit_code: 0 } }));
    const sent = sentOf([write, numbered("#0002", 1), wrapped, numbered("#0004", 7)]);
    expect(sent.join("\n").match(/same as lines/g)?.length).toBeGreaterThan(2);
    expect(sent[1]).toContain('of "content" in the call of #');
  });

  it("believes nothing that is gone, and the package names nothing that is", () => {
    const forget = { op: "forget", ids: ["#0001"] } as const;
    expect(sentOf([first, forget, second])[2]).not.toContain("same as");
    expect(sentOf([first, { op: "compact", kept: ["#0001"] }, second])[2]).toContain("same as");
    expect(verdictOf([[first, shown], forget, [second, marked]]).examples.join()).toContain(
      "is not in the conversation",
    );
  });

  it("catches another line, another place, and what is missing", () => {
    const other = output("#0002", `top\n${text.replace("line 5", "line five")}\nend`);
    expect(
      verdictOf([
        [first, shown],
        [other, marked],
      ]).examples.join(),
    ).toContain("line 5 of #");
    const moved = marked.replace("lines 1-12 of", "lines 2-13 of");
    expect(
      verdictOf([
        [first, shown],
        [second, moved],
      ]).wrong,
    ).toBe(1);
    const short = marked.replace("\nend", "");
    expect(
      verdictOf([
        [first, shown],
        [second, short],
      ]).examples,
    ).toEqual(["#0002: it does not show line 14 of its result"]);
    const [whole = ""] = sentOf([output("#0001", JSON.stringify({ output: text, metadata: 1 }))]);
    expect(
      verdictOf([[output("#0001", JSON.stringify({ output: text, metadata: 2 })), whole]]).examples,
    ).toEqual(["#0001: what stands around its text is another"]);
  });
});
