import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";

const session = { sessionId: "s" };
const call = (id: string, name: string, input: object, more: object = {}): object => ({
  ...session,
  type: "assistant",
  message: { id: `msg-${id}`, role: "assistant", content: [{ type: "tool_use", id, name, input }] },
  ...more,
});
const result = (id: string, content: unknown, more: object = {}, block: object = {}): object => ({
  ...session,
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, ...block }] },
  ...more,
});

describe("a session of Claude Code", () => {
  it("R1: has a conversation for each subagent, by its agentId or by the line without a parent that it began with", () => {
    const line = (uuid: string, parentUuid: string | null, more: object = {}): object => ({
      ...{ ...session, type: "user", isSidechain: true, uuid, parentUuid, message: { content: uuid } },
      ...more,
    });
    const { recorded } = recordedOf("claude-code", [
      line("main", null, { isSidechain: false }),
      line("a", null),
      line("b", null),
      line("a1", "a"),
      line("b1", "b"),
      line("a2", "a1"),
      line("a1b", "a1"),
      line("c", null, { agentId: "x" }),
      line("d", "elsewhere", { agentId: "x" }),
      line("e", "main"),
    ]);
    const conversations = new Map<string, string[]>();
    for (const each of recorded)
      if (each.op === "message")
        conversations.set(each.conversation ?? "", [
          ...(conversations.get(each.conversation ?? "") ?? []),
          each.text,
        ]);
    expect([...conversations.values()]).toEqual([
      ["main"],
      ["a", "a1", "a2", "a1b"],
      ["b", "b1"],
      ["c", "d"],
      ["e"],
    ]);
  });

  it("has reads by their printed numbers, and by what stands beside the text", () => {
    const file = { filePath: "/a.ts", content: "b\nc", startLine: 2, numLines: 2, totalLines: 3 };
    expect(
      resultsOf("claude-code", [
        call("1", "Read", { file_path: "/a.ts" }),
        result("1", "     1→a\n     2→b\n\n<system-reminder>\nmind\n</system-reminder>"),
        call("2", "Read", { file_path: "/a.ts", offset: 2 }),
        result("2", [{ type: "text", text: "     2\tb\n     3\tc" }], {
          toolUseResult: { type: "text", file },
        }),
        call("3", "Read", { file_path: "/none" }),
        result("3", "File does not exist.", {}, { is_error: true }),
      ]),
    ).toMatchObject([
      { op: "read", path: "/a.ts", printed: { first: 1, lines: ["a", "b"], parts: 3 } },
      { op: "output", callId: "1", result: "\n<system-reminder>\nmind\n</system-reminder>" },
      {
        op: "read",
        path: "/a.ts",
        result: "     2\tb\n     3\tc",
        printed: { first: 2, lines: ["b", "c"], parts: 3 },
      },
      { op: "read", path: "/none", printed: undefined, unplaced: "the read failed" },
    ]);
  });

  it("has of a long read what was shown, not what stands beside it", () => {
    const file = { filePath: "/a.ts", content: "a\nb\nc", startLine: 1, numLines: 3, totalLines: 3 };
    const read = (id: string, text: string): object[] => [
      call(id, "Read", { file_path: "/a.ts" }),
      result(id, text, { toolUseResult: { type: "text", file } }),
    ];
    const preview = "<persisted-output>\nPreview (first 2KB):\n1\ta\n...\n</persisted-output>";
    const steps = resultsOf("claude-code", [...read("1", preview), ...read("2", "1\ta\n2\tb\n3\tc")]);
    expect(steps).toMatchObject([
      { op: "read", path: "/a.ts", printed: undefined },
      { op: "read", path: "/a.ts", printed: { first: 1, lines: ["a", "b", "c"], parts: 3 } },
    ]);
  });

  it("has what a person said while the model worked", () => {
    const attachment = (uuid: string, more: object): object => ({
      ...{ ...session, type: "attachment", uuid, attachment: more },
    });
    const { recorded, problems } = recordedOf("claude-code", [
      attachment("a", { type: "queued_command", prompt: "And mend b." }),
      attachment("b", { type: "queued_command", prompt: [{ type: "text", text: "And c." }] }),
      attachment("c", { type: "todo_reminder", content: [] }),
    ]);
    expect(problems).toEqual([]);
    expect(recorded).toEqual([
      { op: "message", id: "a", role: "user", conversation: "main", text: "And mend b." },
      { op: "message", id: "b", role: "user", conversation: "main", text: "And c." },
    ]);
  });

  it("has no read of a command beside whose output something else stands", () => {
    const reset = "Shell cwd was reset to /repo";
    const read = (id: string, stderr: string): object[] => [
      call(id, "Bash", { command: "sed -n '1,3p' a.ts" }),
      result(id, `a\nb\n${stderr === "" ? "c" : stderr}`, { toolUseResult: { stdout: "a\nb", stderr } }),
    ];
    const steps = resultsOf("claude-code", [
      ...read("1", ""),
      ...read("2", reset),
      ...read("3", "warning: x"),
      call("4", "Bash", { command: "sed -n '1,2p' a.ts" }),
      result("4", `a\n${reset}`),
      call("5", "Bash", { command: "sed -n '1,2p' a.ts" }),
      result("5", "a\n<system-reminder>mind</system-reminder>"),
    ]);
    expect(steps.map(({ op }) => op)).toEqual(["read", "output", "output", "output", "output"]);
  });

  it("has edits with the file as it was, several at once, and writes", () => {
    const extra = {
      toolUseResult: { filePath: "/a.ts", originalFile: "a\n", oldString: "a", newString: "b" },
    };
    expect(
      resultsOf("claude-code", [
        call("1", "Edit", { file_path: "/a.ts", old_string: "a", new_string: "b" }),
        result(
          "1",
          "The file /a.ts has been updated. Here's the result of running `cat -n` on a snippet:\n     1→b\n",
          extra,
        ),
        call("2", "MultiEdit", {
          file_path: "/a.ts",
          edits: [{ old_string: "b", new_string: "c", replace_all: true }],
        }),
        result("2", "Applied 1 edit to /a.ts"),
        call("3", "Write", { file_path: "/b.ts", content: "x" }),
        result("3", "File created successfully at: /b.ts"),
        call("4", "Grep", { pattern: "x" }),
        result("4", "b.ts:1:x"),
        call("5", "Edit", { file_path: "/a.ts", old_string: "q", new_string: "r" }),
        result("5", "<tool_use_error>String to replace not found</tool_use_error>"),
      ]),
    ).toMatchObject([
      {
        op: "edit",
        original: "a\n",
        changes: [{ old: "a", new: "b", all: false }],
        echo: { first: 1, lines: ["b"] },
      },
      { op: "edit", changes: [{ old: "b", new: "c", all: true }] },
      { op: "edit", path: "/b.ts", changes: [{ kind: "whole", after: "x" }] },
      { op: "output", tool: "grep" },
      { op: "output", tool: "Edit" },
    ]);
  });

  it("keeps a subagent's talk apart, and counts an answer of several lines once", () => {
    const { recorded } = recordedOf("claude-code", [
      { ...session, type: "user", message: { role: "user", content: "Go." } },
      { ...session, type: "assistant", message: { id: "m", content: [{ type: "text", text: "I go." }] } },
      call("1", "Bash", { command: "ls" }, {}),
      { ...session, type: "assistant", message: { id: "msg-1", content: [{ type: "text", text: "more" }] } },
      call("2", "Bash", { command: "pwd" }, { isSidechain: true, agentId: "a1" }),
      result("2", "/repo", { isSidechain: true, agentId: "a1" }),
      result("1", "a.ts"),
    ]);
    expect(recorded).toMatchObject([
      { op: "message", role: "user", conversation: "main" },
      { role: "assistant", continued: false },
      { role: "assistant", continued: false },
      { role: "assistant", continued: true },
      { role: "assistant", conversation: "sidechain a1" },
      { op: "output", conversation: "sidechain a1", result: "/repo" },
      { op: "output", conversation: "main", result: "a.ts" },
    ]);
  });

  it("an answer is one call where those of two subagents alternate", () => {
    const said = (agentId: string, id: string, text: string): object => ({
      ...{ ...session, type: "assistant", isSidechain: true, agentId },
      message: { id, content: [{ type: "text", text }] },
    });
    const { recorded } = recordedOf("claude-code", [
      said("a", "m1", "I look."),
      said("b", "m2", "I look."),
      said("a", "m1", "More."),
      said("b", "m2", "More."),
    ]);
    expect(recorded).toMatchObject([
      { conversation: "sidechain a", continued: false },
      { conversation: "sidechain b", continued: false },
      { conversation: "sidechain a", continued: true },
      { conversation: "sidechain b", continued: true },
    ]);
  });

  it("a compaction is one where a subagent speaks between its boundary and its summary", () => {
    const { recorded } = recordedOf("claude-code", [
      { ...session, type: "system", subtype: "compact_boundary" },
      {
        ...{ ...session, type: "assistant", isSidechain: true, agentId: "a" },
        message: { content: [{ type: "text", text: "I look." }] },
      },
      { ...session, type: "user", isCompactSummary: true, message: { content: "So far." } },
    ]);
    expect(recorded.map(({ op }) => op)).toEqual(["compact", "message", "message"]);
  });

  it.each([
    { preservedSegment: { headUuid: "3", anchorUuid: "5", tailUuid: "4" } },
    { preservedMessages: { anchorUuid: "5", uuids: ["3", "4"] } },
  ])("a compaction keeps the messages that it says it preserved: %j", (compactMetadata) => {
    const line = (uuid: string, value: object): object => ({ ...session, ...value, uuid });
    const { recorded } = recordedOf("claude-code", [
      line("1", call("c1", "Bash", { command: "ls" })),
      line("2", result("c1", "a")),
      line("3", call("c2", "Bash", { command: "ls" })),
      line("4", result("c2", "b")),
      line("5", { type: "system", subtype: "compact_boundary", compactMetadata }),
      line("6", { type: "user", isCompactSummary: true, message: { content: "So far." } }),
    ]);
    expect(recorded.slice(4)).toMatchObject([
      { op: "compact", kept: ["c2"], messages: ["3", "4"] },
      { op: "message", text: "So far." },
    ]);
    expect(recorded[2]).toMatchObject({ op: "message", id: "3" });
  });

  it("is compacted once for a boundary and its summary, and pruned by a small one", () => {
    const { recorded, problems } = recordedOf("claude-code", [
      { ...session, type: "system", subtype: "compact_boundary" },
      { ...session, type: "user", isCompactSummary: true, message: { content: "So far." } },
      { ...session, type: "assistant", message: { content: [{ type: "text", text: "On." }] } },
      { ...session, type: "user", isCompactSummary: true, message: { content: "So far again." } },
      {
        ...session,
        type: "system",
        subtype: "microcompact_boundary",
        microcompactMetadata: { compactedToolIds: ["1"] },
      },
      { ...session, type: "attachment" },
      { ...session, type: "dream" },
    ]);
    expect(recorded.map(({ op }) => op)).toEqual([
      "compact",
      "message",
      "message",
      "compact",
      "message",
      "forget",
    ]);
    expect(recorded.at(-1)).toMatchObject({ calls: ["1"] });
    expect(problems).toEqual([{ what: 'unknown event "dream"', count: 1, first: "file:7" }]);
  });
});
