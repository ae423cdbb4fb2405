import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";
import { replay } from "../testing/replay-steps.js";

const call = (id: string, name: string, args: object): object => ({
  type: "message",
  id: `m-${id}`,
  message: { role: "assistant", content: [{ type: "toolCall", id, name, arguments: args }] },
});
const result = (id: string, text: string, more: object = {}): object => ({
  type: "message",
  id: `r-${id}`,
  message: {
    role: "toolResult",
    toolCallId: id,
    toolName: "x",
    content: [{ type: "text", text }],
    isError: false,
    ...more,
  },
});

describe("a session of pi", () => {
  it("has reads, edits, writes and outputs", () => {
    expect(
      resultsOf("pi", [
        { type: "session", cwd: "/repo" },
        call("c1", "read", { path: "a.ts", offset: 2, limit: 1 }),
        result("c1", "two\n\n... (3 more lines not shown. Use offset=3 to continue reading)"),
        call("c2", "edit", { path: "a.ts", oldText: "two", newText: "2" }),
        result("c2", "Successfully replaced text in a.ts."),
        call("c3", "write", { path: "b.ts", content: "new\n" }),
        result("c3", "Successfully wrote 4 bytes to b.ts"),
        call("c4", "ls", { path: "." }),
        result("c4", "a.ts\nb.ts"),
        call("c5", "edit", { path: "a.ts", edits: [{ oldText: "x", newText: "y" }] }),
        result("c5", "Could not find the exact text in a.ts.", { isError: true }),
      ]),
    ).toMatchObject([
      { op: "read", path: "a.ts", callId: "c1", printed: { first: 2, lines: ["two"], parts: 5 } },
      { op: "edit", path: "a.ts", changes: [{ kind: "replace", old: "two", new: "2", all: false }] },
      { op: "edit", path: "b.ts", changes: [{ kind: "whole", after: "new\n" }] },
      { op: "output", tool: "list", result: "a.ts\nb.ts" },
      { op: "output", tool: "edit" },
    ]);
  });

  it("keeps what its compaction keeps", () => {
    const { recorded } = recordedOf("pi", [
      call("c1", "bash", { command: "ls" }),
      result("c1", "a"),
      call("c2", "bash", { command: "ls b" }),
      result("c2", "b"),
      { type: "compaction", summary: "So far.", firstKeptEntryId: "m-c2" },
    ]);
    expect(recorded.slice(-2)).toMatchObject([
      { op: "compact", kept: ["c2"] },
      { op: "message", role: "user", text: "So far." },
    ]);
  });

  /** How long the conversation was at each model call. */
  const callsOf = async (values: readonly unknown[]): Promise<readonly number[]> => {
    let calls: readonly number[] = [];
    await replay(values, {
      compare: true,
      onSession: ({ lengths }) => {
        calls = lengths[0]?.calls ?? [];
      },
    });
    return calls;
  };

  it("what was said and stays over a compaction is read by the calls after it", async () => {
    const said = (id: string, role: string, text: string): object => ({
      ...{ type: "message", id },
      message: { role, content: [{ type: "text", text }] },
    });
    const entries = [
      { type: "session", id: "s", cwd: "/p" },
      said("1", "user", "u".repeat(100)),
      said("2", "assistant", "a".repeat(10)),
      { type: "model_change", id: "3" },
      said("4", "user", "k".repeat(1_000)),
      { type: "custom_message", id: "5", content: "c".repeat(7) },
      { type: "branch_summary", id: "6", summary: "b".repeat(5) },
      { type: "message", id: "7", message: { role: "bashExecution", command: "ls", output: "o".repeat(40) } },
      call("c1", "bash", { command: "ls" }),
      result("c1", "r".repeat(200)),
      { type: "compaction", id: "8", summary: "s".repeat(50), firstKeptEntryId: "3" },
      said("9", "assistant", "Done."),
      { type: "compaction", id: "10", summary: "s".repeat(60), firstKeptEntryId: "4" },
      said("11", "assistant", "Done."),
    ];
    const args = '{"command":"ls"}'.length;
    const kept = 1_000 + 7 + 5 + 40 + args + 200;
    expect(await callsOf(entries)).toEqual([
      ...[100, 110 + 1_000 + 7 + 5 + 40],
      ...[kept + 50, kept + "Done.".length + 60],
    ]);
  });

  it("R3: leaves out a command that the person kept from the model", () => {
    const command = { role: "bashExecution", command: "ls", output: "a" };
    const entries = [{ ...command }, { ...command, excludeFromContext: true, output: "secret" }];
    expect(
      recordedOf("pi", [
        { type: "session", cwd: "/repo" },
        ...entries.map((message) => ({ type: "message", message })),
      ]),
    ).toMatchObject({ recorded: [{ op: "output", result: "a" }], problems: [] });
  });

  it("names what it does not know", () => {
    const { recorded, problems } = recordedOf("pi", [
      { type: "session", cwd: "/repo" },
      { type: "lullaby" },
      { type: "lullaby" },
      { type: "message", message: { role: "ghost" } },
      call("c1", "bash", {}),
      result("c9", "whose?"),
      { type: "message", message: { role: "bashExecution", command: "ls", output: "a" } },
      { type: "custom_message", content: "aside" },
    ]);
    expect(problems).toEqual([
      { what: 'unknown event "lullaby"', count: 2, first: "file:2" },
      { what: 'unknown message of "ghost"', count: 1, first: "file:4" },
      { what: "result whose call is not in the recording", count: 1, first: "file:6" },
      { what: "call of bash without a result", count: 1, first: "file:5" },
    ]);
    expect(recorded).toMatchObject([
      { op: "message", role: "assistant" },
      { op: "output", tool: "x", result: "whose?" },
      { op: "output", tool: "bash", args: { command: "ls" }, result: "a" },
      { op: "message", role: "user", text: "aside" },
    ]);
  });

  it("keeps of results what a summary has beside it, where that is as it was", () => {
    const call = (id: string): object => ({
      ...{ type: "message", id: `call ${id}` },
      message: { role: "assistant", content: [{ type: "toolCall", id, name: "bash", arguments: {} }] },
    });
    const given = (toolCallId: string, text: string): object => ({
      ...{ role: "toolResult", toolCallId, toolName: "bash", content: [{ type: "text", text }] },
    });
    const result = (id: string, text: string): object => ({
      ...{ type: "message", id: `result ${id}`, message: given(id, text) },
    });
    const { recorded } = recordedOf("pi", [
      ...["1", "2", "3"].flatMap((id) => [call(id), result(id, "a long text")]),
      {
        ...{ type: "compaction", id: "c", summary: "So far." },
        retainedTail: [
          { role: "user", content: "Go on." },
          { role: "assistant", content: [{ type: "toolCall", id: "2", name: "bash", arguments: {} }] },
          given("2", "a long text"),
          given("3", "a lon…"),
        ],
      },
    ]);
    expect(recorded.slice(-2)).toEqual([
      { op: "compact", kept: ["2"] },
      { op: "message", role: "user", text: "So far.\nGo on.\n{}" },
    ]);
  });

  it("has no lines of a file where a note or an image stands", () => {
    const read = (id: string, text: string): object[] => [
      {
        ...{ type: "message", id: `call ${id}` },
        message: {
          ...{ role: "assistant" },
          content: [{ type: "toolCall", id, name: "read", arguments: { path: "a" } }],
        },
      },
      {
        ...{ type: "message", id: `result ${id}` },
        message: { role: "toolResult", toolCallId: id, toolName: "read", content: [{ type: "text", text }] },
      },
    ];
    const note = "[Line 2 is 60.0KB, exceeds 50.0KB limit. Use bash: sed -n '2p' a | head -c 51200]";
    const results = resultsOf("pi", [...read("1", note), ...read("2", "Read image file [image/png]")]);
    expect(results.map((step) => (step.op === "read" ? step.printed : step.op))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
