import { describe, expect, it } from "vitest";
import { linesOfRead } from "../content-lines.js";
import type { Recorded, RecordedRead } from "../formats/recorded.js";
import { Problems } from "../report/problems.js";
import type { Step } from "../step.js";
import { SessionSteps } from "./session-steps.js";

const stepsOf = (
  recorded: readonly Recorded[],
): { steps: Step[]; session: SessionSteps; problems: Problems } => {
  const problems = new Problems();
  const session = new SessionSteps(problems);
  const steps = recorded.flatMap((each) => [...session.add(each, source)]);
  return { steps: [...steps, ...session.end()], session, problems };
};
const read = (callId: string, first: number, lines: string[], parts?: number): RecordedRead => ({
  op: "read",
  callId,
  tool: "read",
  args: {},
  result: lines.join("\n"),
  path: "a",
  printed: { first, lines, parts },
});

const source = { where: "file:1" };

describe("the steps of a session", () => {
  it("have one content for all reads of a version, whatever came first", () => {
    const { steps } = stepsOf([read("1", 3, ["c"], 4), read("2", 1, ["a", "b"])]);
    expect(steps).toMatchObject([
      { op: "read", id: "#0001", content: "a\nb\nc\n", first: 3, limit: 1 },
      { op: "read", id: "#0002", content: "a\nb\nc\n", first: 1, limit: 2 },
    ]);
    expect(steps.map((step) => step.op === "read" && linesOfRead(step))).toEqual([["c"], ["a", "b"]]);
  });

  it("are taken out or kept with what stands below their result, which has the same call", () => {
    const added: Recorded = { op: "output", callId: "1", tool: "read", args: {}, result: "mind" };
    const later: Recorded = { op: "output", callId: "2", tool: "ls", args: {}, result: "a" };
    const { steps } = stepsOf([
      read("1", 1, ["a"]),
      added,
      later,
      { op: "forget", calls: ["1"] },
      { ...later, callId: "1" },
      { op: "compact", kept: ["1"] },
    ]);
    expect(steps.filter(({ op }) => op === "forget" || op === "compact")).toMatchObject([
      { ids: ["#0001", "#0002"] },
      { kept: ["#0004"] },
    ]);
  });

  it("do not count what stands after the final newline as a line", () => {
    const { steps } = stepsOf([read("1", 1, ["a", ""], 2)]);
    expect(steps).toMatchObject([{ op: "read", content: "a\n" }]);
    expect(steps.map((step) => step.op === "read" && linesOfRead(step))).toEqual([["a"]]);
  });

  it("are known up to a compaction, which names what it keeps", () => {
    const problems = new Problems();
    const session = new SessionSteps(problems);
    expect([...session.add(read("1", 1, ["a"], 2), source)]).toEqual([]);
    expect([...session.add({ op: "compact", kept: ["1", "unknown"] }, source)]).toMatchObject([
      { id: "#0001" },
      { op: "compact", kept: ["#0001"] },
    ]);
    expect([...session.add({ op: "forget", calls: ["1"] }, source), ...session.end()]).toEqual([
      { op: "forget", ids: ["#0001"] },
    ]);
  });

  it("leave what cannot be placed an output, and say so", () => {
    const { steps, session, problems } = stepsOf([
      { ...read("1", 1, []), result: "No such file", unplaced: "the read failed", printed: undefined },
      {
        op: "edit",
        callId: "2",
        tool: "edit",
        args: { path: "a" },
        result: "Done.",
        path: "a",
        changes: [{ kind: "unknown" }],
      },
    ]);
    expect(steps).toMatchObject([
      { op: "output", tool: "read", given: "No such file" },
      { op: "output", tool: "edit", given: "Done." },
    ]);
    expect(session.placement).toEqual({
      reads: 0,
      unplacedReads: 1,
      edits: 0,
      unplacedEdits: 1,
      editsAdrift: 0,
    });
    expect(problems.list()).toEqual([
      { what: "read not placed: the read failed", count: 1, first: "file:1, a" },
      { what: "edit whose texts are not in the recording", count: 1, first: "file:1, a" },
    ]);
  });

  it("give an edit both its texts, with lines that only later reads show", () => {
    const { steps } = stepsOf([
      read("1", 1, ["a"], 3),
      {
        op: "edit",
        callId: "2",
        tool: "edit",
        args: {},
        result: "ok",
        path: "a",
        changes: [{ kind: "replace", old: "a", new: "A", all: false }],
      },
      read("3", 1, ["A", "b"]),
    ]);
    expect(steps[1]).toMatchObject({ op: "edit", before: "a\nb\n", after: "A\nb\n" });
  });

  it("know a file that the recording holds beside its reads", () => {
    const { steps } = stepsOf([
      { op: "file", path: "a", content: "x\ny\n" },
      {
        op: "edit",
        tool: "edit",
        args: {},
        result: "ok",
        path: "a",
        changes: [{ kind: "replace", old: "y", new: "z", all: false }],
      },
    ]);
    expect(steps).toMatchObject([{ op: "edit", id: "#00000001", before: "x\ny\n", after: "x\nz\n" }]);
  });

  it("of a long part come before its end", () => {
    const session = new SessionSteps(new Problems());
    const long: Recorded = { op: "output", tool: "bash", args: {}, result: "x".repeat(5_000_000) };
    expect([...session.add(long, source)]).toHaveLength(0);
    expect([...session.add(long, source)]).toHaveLength(2);
  });
});
