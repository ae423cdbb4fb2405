import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultLedger, LedgerPolicy, leanLedger } from "../ledger-policy.js";
import type { EditStep, OutputStep, ReadStep, RecallStep, ResultingStep, Step } from "../step.js";
import type { Verdict } from "./verdict.js";
import { Verifier } from "./verifier.js";

const common = (id: string, tool: string): { id: string; tool: string; given: string } => ({
  id,
  tool,
  given: "",
});
const read = (id: string, content: string, first = 1, limit?: number, path = "a"): ReadStep => {
  return { ...common(id, "read"), op: "read", path, content, first, limit };
};
const edit = (id: string, before: string | null, after: string | null): EditStep => {
  return { ...common(id, "edit"), op: "edit", path: "a", before, after };
};
const grep = (id: string, given: string, args: unknown = { pattern: "x" }): OutputStep => {
  return { ...common(id, "grep"), op: "output", given, text: given, args };
};
const recall = (id: string, target: string, offset?: number, limit?: number): RecallStep => {
  return { ...common(id, "recall"), op: "recall", target, offset, limit };
};

const idOf = (number: number): string => `#${(0xa000 + number).toString(16)}`;

/** What is found when these texts stand in the conversation. */
const verdictOf = (
  steps: readonly (readonly [ResultingStep, string] | (Step & { op: "compact" | "forget" }))[],
): Verdict => {
  const verifier = new Verifier({ recalls: true });
  for (const step of steps) "op" in step ? verifier.remove(step) : verifier.insert(step[0], step[1]);
  return verifier.verdict;
};

const two = "one\ntwo\n";
const shown = [read("#a001", two), "[#a001 a lines 1-2 of 2 sha 11111111]\n1: one\n2: two"] as const;
const stub = "[#a002 a lines 1-2 of 2 sha 11111111] Unchanged since #a001, which already shows lines 1-2.";

describe("the verification", () => {
  it("believes a stub whose lines are in the conversation", () => {
    expect(verdictOf([shown, [read("#a002", two), stub]])).toMatchObject({ stubs: 1, wrong: 0 });
  });

  it.each([
    ["that names what is not there", [[read("#a002", two), stub]], "#a001 is not in the conversation"],
    [
      "after a compaction",
      [shown, { op: "compact", kept: [] }, [read("#a002", two), stub]],
      "#a001 is not in",
    ],
    [
      "after a prune",
      [shown, { op: "forget", ids: ["#a001"] }, [read("#a002", two), stub]],
      "#a001 is not in",
    ],
    ["of another content", [shown, [read("#a002", "one\nTWO\n"), stub]], "line 2 of a is not what it names"],
    [
      "of another file",
      [shown, [read("#a002", two, 1, undefined, "b"), stub.replace(" a ", " b ")]],
      "#a001 is no read of b",
    ],
    [
      "with another sha",
      [shown, [read("#a002", two), stub.replace("11111111", "22222222")]],
      "#a001 shows another content",
    ],
    ["for other lines", [shown, [read("#a002", two, 2), stub]], "its head does not say"],
    [
      "with a claim too large",
      [shown, [read("#a002", two), stub.replace("lines 1-2.", "lines 1-3.")]],
      "line 3 is not shown",
    ],
    [
      "that leans on a stub",
      [
        shown,
        [read("#a002", two), stub],
        [read("#a003", two), stub.replace("#a001", "#a002").replace("[#a002", "[#a003")],
      ],
      "#a002 shows no lines",
    ],
    [
      "that cannot be read",
      [shown, [read("#a002", two), stub.replace("which already shows", "which has")]],
      "it cannot be read",
    ],
  ] as const)("catches a stub %s", (_, steps, example) => {
    const verdict = verdictOf(steps as unknown as Parameters<typeof verdictOf>[0]);
    expect(verdict.wrong).toBe(1);
    expect(verdict.examples.join()).toContain(example);
  });

  it("R1: catches a text that names what another agent was shown", () => {
    const of = <Result extends ResultingStep>(step: Result, audience: string): Result => ({
      ...step,
      audience,
    });
    const agent = of(read("#a001", two), "agent from a");
    expect(
      verdictOf([
        [agent, shown[1]],
        [of(read("#a002", two), "agent from b"), stub],
      ]).examples,
    ).toEqual(["#a002: #a001 was shown to another agent"]);
    expect(
      verdictOf([
        [agent, shown[1]],
        [of(read("#a002", two), "agent from a"), stub],
      ]).wrong,
    ).toBe(0);
    const search = of(grep("#a001", "x\n"), "agent from a");
    const again = of(grep("#a002", "x\n"), "");
    expect(
      verdictOf([
        [search, "[#a001]\nx"],
        [again, "[#a002] Same result as #a001."],
      ]).examples,
    ).toEqual(["#a002: #a001 was shown to another agent"]);
  });

  it("follows shown diffs, and catches one that does not lead there", () => {
    const changed = "one\nTWO\n";
    const diff = [
      edit("#a002", two, changed),
      "[#a002 a sha 33333333]\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO",
    ] as const;
    const text =
      "[#a003 a lines 1-2 of 2 sha 33333333] Unchanged since #a002: what #a001 shows, with the edit #a002.";
    expect(verdictOf([shown, diff, [read("#a003", changed), text]])).toMatchObject({ stubs: 1, wrong: 0 });
    expect(verdictOf([shown, diff, [read("#a003", "one\nthree\n"), text]]).examples[0]).toContain(
      "line 2 of a is not",
    );
    const other = [diff[0], diff[1].replace("-two", "-2")] as const;
    expect(verdictOf([shown, other, [read("#a003", changed), text]]).examples[0]).toContain(
      "the diff of #a002 does not follow",
    );
    expect(verdictOf([shown, [read("#a003", changed), text]]).examples[0]).toContain("#a002 is no edit of a");
    const capped = [
      diff[0],
      "[#a002 a sha 33333333]\n@@ -1,2 +1,2 @@\n[2 lines elided, full output #a002]",
    ] as const;
    expect(verdictOf([shown, capped, [read("#a003", changed), text]]).wrong).toBe(1);
  });

  it("puts the lines of several reads together, and catches a gap", () => {
    const content = "1\n2\n3\n4\n";
    const head = (id: string, from: number, to: number): string =>
      `[${id} a lines ${from}-${to} of 4 sha 11111111]`;
    const part = (id: string, from: number, to: number): readonly [ReadStep, string] => {
      const lines = content.split("\n").slice(from - 1, to);
      return [
        read(id, content, from, to - from + 1),
        `${head(id, from, to)}\n${lines.map((line, at) => `${from + at}: ${line}`).join("\n")}`,
      ];
    };
    const text = `${head("#a003", 1, 4)} Unchanged since #a001 and #a002, which already show lines 1-4.`;
    expect(verdictOf([part("#a001", 1, 2), part("#a002", 2, 4), [read("#a003", content), text]]).wrong).toBe(
      0,
    );
    expect(
      verdictOf([part("#a001", 1, 1), part("#a002", 3, 4), [read("#a003", content), text]]).examples[0],
    ).toContain("line 2 is not shown");
  });

  it("knows an empty file", () => {
    const empty = [read("#a001", ""), "[#a001 a empty sha e3b0c442]\n(empty file)"] as const;
    const again = "[#a002 a empty sha e3b0c442] Unchanged since #a001, which is empty.";
    expect(verdictOf([empty, [read("#a002", ""), again]])).toMatchObject({ stubs: 1, wrong: 0 });
    expect(verdictOf([shown, [read("#a002", ""), again]]).wrong).toBe(1);
  });

  it("compares repeated searches: call, arguments, and the words of their text", () => {
    const first = [grep("#a001", "x\n"), "[#a001]\nx"] as const;
    const same = "[#a002] Same result as #a001.";
    expect(verdictOf([first, [grep("#a002", "\u{1b}[1mx\u{1b}[0m\n"), same]])).toMatchObject({
      repeats: 1,
      wrong: 0,
    });
    expect(verdictOf([first, [grep("#a002", "y\n"), same]]).examples[0]).toContain("another text");
    expect(verdictOf([first, [grep("#a002", "x\n", { pattern: "y" }), same]]).examples[0]).toContain(
      "another call",
    );
    expect(verdictOf([[grep("#a002", "x\n"), same]]).wrong).toBe(1);
  });

  it("compares recalls with what the recording has", () => {
    const first = [grep("#a001", "x\ny\nz\n"), "[#a001]\nx\ny\nz"] as const;
    const good = "[#a002 recall #a001 lines 2-3 of 3]\ny\nz";
    expect(verdictOf([first, [recall("#a002", "#A001", 2), good]])).toMatchObject({ recalls: 1, wrong: 0 });
    expect(
      verdictOf([first, [recall("#a002", "a001", 2), good.replace("\ny", "\nq")]]).examples[0],
    ).toContain("not those of #a001");
    expect(verdictOf([first, [recall("#a002", "ffff"), good]]).examples[0]).toContain("not in the recording");
    expect(
      verdictOf([first, [recall("#a002", "a001"), "[#a002] No stored result #a001 in this session."]]).wrong,
    ).toBe(1);
    const diff = [edit("#a001", two, "one\n"), "[#a001 a sha 1]\n@@ -1,2 +1,1 @@\n one\n-two"] as const;
    expect(
      verdictOf([
        diff,
        [recall("#a002", "#a001"), "[#a002 recall #a001 lines 1-3 of 3]\n@@ -1,2 +1,1 @@\n one\n-two"],
      ]).wrong,
    ).toBe(0);
    expect(
      verdictOf([diff, [recall("#a002", "#a001", 3), "[#a002 recall #a001 lines 3-3 of 3]\n-three"]]).wrong,
    ).toBe(1);
  });

  it("finds nothing false in what a ledger says of random sessions, in every way of using it", () => {
    const line = fc.constantFrom("a", "b", "c", "");
    const content = fc
      .array(line, { minLength: 4, maxLength: 8 })
      .map((lines) => lines.map((text) => `${text}\n`).join(""));
    const action = fc.oneof(
      fc.record({
        act: fc.constant("read" as const),
        first: fc.integer({ min: 1, max: 6 }),
        limit: fc.integer({ min: 1, max: 6 }),
      }),
      fc.record({ act: fc.constant("edit" as const), at: fc.nat({ max: 7 }), text: line }),
      fc.record({ act: fc.constant("grep" as const), text: line }),
      fc.record({
        act: fc.constant("recall" as const),
        target: fc.integer({ min: 0, max: 20 }),
        offset: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ act: fc.constant("compact" as const), kept: fc.array(fc.integer({ min: 0, max: 20 })) }),
      fc.record({
        act: fc.constant("forget" as const),
        kept: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 2 }),
      }),
    );
    let stubs = 0;
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 25, size: "max" }),
        fc.boolean(),
        fc.boolean(),
        content,
        (actions, union, acrossEdits, start) => {
          const policy = new LedgerPolicy(defaultLedger(union, acrossEdits), true, true);
          let now = start;
          for (const [number, each] of actions.entries()) {
            const id = idOf(number);
            if (each.act === "read") policy.insert(read(id, now, each.first, each.limit));
            else if (each.act === "edit") {
              const after = now
                .split("\n")
                .map((text, at) => (at === each.at ? each.text : text))
                .join("\n");
              policy.insert(edit(id, now, after));
              now = after;
            } else if (each.act === "grep") policy.insert(grep(id, each.text));
            else if (each.act === "recall") policy.insert(recall(id, idOf(each.target), each.offset));
            else {
              const ids = each.kept.filter((kept) => kept < number).map(idOf);
              const step =
                each.act === "compact"
                  ? ({ op: "compact", kept: ids } as const)
                  : ({ op: "forget", ids } as const);
              policy.remove(step);
            }
          }
          expect(policy.verdict?.examples).toEqual([]);
          stubs += policy.verdict?.stubs ?? 0;
        },
      ),
      { numRuns: 500 },
    );
    expect(stubs).toBeGreaterThan(50);
  });

  it("finds nothing false in what a lean ledger says of random sessions", () => {
    const line = fc.constantFrom(
      ...Array.from({ length: 12 }, (_, at) => `line ${at} ${"word ".repeat(6)}`),
      "",
      "x",
    );
    const text = fc
      .array(line, { minLength: 1, maxLength: 40, size: "max" })
      .map((lines) => lines.join("\n"));
    const repeated = fc.tuple(text, text, text).map((parts) => [...parts, parts[0]].join("\n"));
    const action = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ act: fc.constant("read" as const), first: fc.integer({ min: 1, max: 60 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ act: fc.constant("edit" as const), text, from: fc.nat({ max: 90 }) }),
      },
      { weight: 2, arbitrary: fc.record({ act: fc.constant("write" as const), text: repeated }) },
      {
        weight: 3,
        arbitrary: fc.record({ act: fc.constant("output" as const), text: repeated, isCut: fc.boolean() }),
      },
      fc.record({ act: fc.constant("again" as const) }),
      fc.record({ act: fc.constant("forget" as const), at: fc.nat({ max: 20 }) }),
      fc.record({ act: fc.constant("compact" as const), at: fc.nat({ max: 20 }) }),
    );
    let marks = 0;
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 20, size: "max" }),
        repeated,
        fc.boolean(),
        (actions, start, isWhole) => {
          const policy = new LedgerPolicy(leanLedger(isWhole), true, true);
          let now = start;
          let printed = start;
          for (const [number, each] of actions.entries()) {
            const id = idOf(number);
            if (each.act === "read") policy.insert(read(id, now, each.first));
            else if (each.act === "edit") {
              const after = `${each.text}\n${now}`;
              policy.insert({ ...edit(id, now, after), callTexts: [`${each.text}\n`, now.slice(each.from)] });
              now = after;
            } else if (each.act === "write") {
              policy.insert({ ...edit(id, now, each.text), isInCall: true });
              now = each.text;
            } else if (each.act === "output") {
              printed = each.isCut ? each.text : `${now}\n${each.text}`;
              policy.insert({ ...grep(id, printed), tool: "bash" });
            } else if (each.act === "again")
              policy.insert({ ...grep(id, `${printed}\nagain`), tool: "bash" });
            else if (each.act === "forget") policy.remove({ op: "forget", ids: [idOf(each.at)] });
            else policy.remove({ op: "compact", kept: [idOf(each.at)] });
          }
          expect(policy.verdict?.examples).toEqual([]);
          marks += policy.verdict?.marks ?? 0;
        },
      ),
      { numRuns: 300 },
    );
    expect(marks).toBeGreaterThan(300);
  });

  it("bounds a read where the ledger does, so that it fails where only one of the two moves", () => {
    const texts = ["x".repeat(40), "y".repeat(21), ""];
    for (const line of texts)
      for (const limit of [undefined, 1_999, 2_000, 2_001, 5_000]) {
        const content = `${line}\n`.repeat(2_500);
        const policy = new LedgerPolicy(defaultLedger(false, false), false, true);
        for (const id of ["#a001", "#a002"]) policy.insert(read(id, content, 1, limit));
        expect(policy.verdict).toMatchObject({ stubs: 1, wrong: 0 });
      }
  });
});
