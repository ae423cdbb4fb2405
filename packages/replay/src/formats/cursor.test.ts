import { describe, expect, it } from "vitest";
import { recordedOf } from "../testing/recorded-of.js";
import { replay } from "../testing/replay-steps.js";

const said = (type: "user" | "assistant", text: string): object => ({
  ...{ type, session_id: "s", message: { role: type, content: [{ type: "text", text }] } },
});
const call = (id: string, tool: string, args: object, result: object): object[] => [
  { type: "tool_call", subtype: "started", call_id: id, tool_call: { [tool]: { args } }, session_id: "s" },
  {
    ...{ type: "tool_call", subtype: "completed", call_id: id, session_id: "s" },
    tool_call: { [tool]: { args, result } },
  },
];
const read = (content: string, totalLines: number, more: object = {}): object => ({
  success: { content, isEmpty: false, exceededLimit: false, totalLines, totalChars: content.length, ...more },
});

describe("what Cursor prints as JSON", () => {
  it("has whole reads, writes, edits with the whole file, commands and outputs", () => {
    const { recorded, problems } = recordedOf("cursor", [
      { type: "system", subtype: "init", session_id: "s", cwd: "/repo", model: "m" },
      said("user", "Mend it."),
      said("assistant", "I look."),
      ...call("c1", "readToolCall", { path: "a.ts" }, read("let a\nlet b\n", 2)),
      ...call("c2", "writeToolCall", { path: "b.ts", fileText: "new\n" }, { success: { linesCreated: 1 } }),
      ...call(
        "c3",
        "editToolCall",
        { path: "a.ts", streamContent: "…" },
        {
          success: { diffString: "…", beforeFullFileContent: "let a\n", afterFullFileContent: "let b\n" },
        },
      ),
      ...call("c4", "editToolCall", { path: "a.ts" }, { success: { diffString: "…" } }),
      ...call(
        "c5",
        "shellToolCall",
        { command: "sed -n '2,3p' a.ts" },
        {
          success: { exitCode: 0, stdout: "let b\nlet c\n", stderr: "" },
        },
      ),
      ...call(
        "c6",
        "shellToolCall",
        { command: "make" },
        {
          success: { exitCode: 2, stdout: "", stderr: "", interleavedOutput: "no rule\n" },
        },
      ),
      ...call("c7", "shellToolCall", { command: "rm a" }, { rejected: { command: "rm a" } }),
      { type: "result", subtype: "success", result: "Done." },
    ]);
    expect(problems).toEqual([]);
    expect(recorded.filter(({ op }) => op !== "message")).toMatchObject([
      { op: "read", path: "a.ts", printed: { first: 1, lines: ["let a", "let b", ""], parts: 3 } },
      { op: "edit", path: "b.ts", changes: [{ kind: "whole", after: "new\n" }] },
      { op: "edit", path: "a.ts", changes: [{ kind: "whole", before: "let a\n", after: "let b\n" }] },
      { op: "edit", path: "a.ts", changes: [{ kind: "unknown" }] },
      { op: "read", path: "a.ts", printed: { first: 2, lines: ["let b", "let c"] } },
      { op: "output", tool: "bash", result: "no rule\nexit code 2" },
      { op: "output", tool: "bash", result: '{"rejected":{"command":"rm a"}}' },
    ]);
    expect(recorded.slice(0, 3)).toEqual([
      { op: "message", role: "user", text: "Mend it." },
      { op: "message", role: "assistant", text: "I look.", continued: false },
      { op: "message", role: "assistant", text: '{"path":"a.ts"}', continued: true },
    ]);
  });

  it.each([
    [{ path: "a", offset: 2 }, read("b", 3)],
    [{ path: "a" }, read("b", 3)],
    [{ path: "a" }, read("b", 1, { exceededLimit: true })],
    [{ path: "a" }, read("", 0, { isEmpty: true })],
  ])("places no read of a part: %j", (args, result) => {
    expect(recordedOf("cursor", call("c1", "readToolCall", args, result)).recorded.at(-1)).toMatchObject({
      ...{ op: "read", printed: undefined },
    });
  });

  it("has functions by their names, and names what it does not know", async () => {
    const values = [
      said("user", "Mend it."),
      {
        ...{ type: "tool_call", subtype: "started", call_id: "c1" },
        tool_call: { function: { name: "look", arguments: '{"x":1}' } },
      },
      {
        ...{ type: "tool_call", subtype: "completed", call_id: "c1" },
        tool_call: { function: { name: "look" }, result: { success: { content: "seen" } } },
      },
      { type: "tool_call", subtype: "paused", call_id: "c2", tool_call: { readToolCall: {} } },
      { type: "tool_call", subtype: "started", call_id: "c3", tool_call: {} },
      { type: "song" },
      said("assistant", "Done."),
    ];
    const { totals, problems, format } = await replay(values, { compare: true });
    expect(format).toBe("Cursor");
    expect(totals.rows.output.steps).toBe(1);
    expect(totals.policies[0]?.diffs.calls).toBe(2);
    expect(problems).toEqual([
      { what: 'unknown tool call "paused"', count: 1, first: "file:4" },
      { what: "tool call without a tool", count: 1, first: "file:5" },
      { what: 'unknown event "song"', count: 1, first: "file:6" },
    ]);
  });

  it("has texts once that came in pieces", () => {
    const said = (text: string, more: object = {}): object => ({
      ...{ type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } },
      ...more,
    });
    const { recorded } = recordedOf("cursor", [
      said("I ", { timestamp_ms: 1 }),
      said("look.", { timestamp_ms: 2 }),
      said("I look.", { timestamp_ms: 3, model_call_id: "m" }),
      said("I look."),
    ]);
    expect(recorded.map((step) => (step.op === "message" ? [step.text, step.continued] : []))).toEqual([
      ["I ", false],
      ["look.", true],
    ]);
  });
});
