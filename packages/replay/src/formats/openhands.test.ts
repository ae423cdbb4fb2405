import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";

let next = 0;
const pair = (action: string, args: object, observation: string, content: string): object[] => {
  const id = next;
  next += 2;
  return [
    { id, source: "agent", action, args },
    { id: id + 1, source: "agent", observation, cause: id, content, extras: {} },
  ];
};

describe("a session of OpenHands", () => {
  it("R3: has given the 30,000 characters that are shown of an observation, and reads as their tool cut them", () => {
    const long = `${"a".repeat(20_000)}${"b".repeat(1)}${"\u{1f600}".repeat(20_000)}`;
    const cut = `${"a".repeat(15_000)}\n[... Observation truncated due to length ...]\n${"\u{1f600}".repeat(15_000)}`;
    const history = [
      ...pair("run", { command: "make" }, "run", long),
      ...pair("run", { command: "make" }, "run", "c".repeat(30_000)),
      ...pair("read", { path: "/a" }, "read", long),
    ];
    expect(resultsOf("openhands", [{ instance_id: "a", history }])).toMatchObject([
      { op: "output", result: cut },
      { op: "output", result: "c".repeat(30_000) },
      { op: "read", result: long },
    ]);
  });

  it("has the times of its events", () => {
    const event = {
      ...pair("run", { command: "make" }, "run", "made")[0],
      timestamp: "2026-01-01T00:00:00.000Z",
    };
    expect(recordedOf("openhands", [[event]]).recorded[0]).toMatchObject({
      ...{ op: "message", role: "assistant", time: Date.UTC(2026, 0, 1) },
    });
  });

  it("has reads, edits by command, and commands, each instance a conversation of its own", () => {
    const history = [
      { id: 900, source: "user", action: "message", args: { content: "Mend it." } },
      ...pair(
        "read",
        { path: "/a.c", view_range: [4, 5] },
        "read",
        "Here's the result of running `cat -n` on /a.c:\n     4\tint a;\n     5\tint b;\n",
      ),
      ...pair(
        "edit",
        { path: "/a.c", command: "str_replace", old_str: "int a;", new_str: "int c;" },
        "edit",
        "The file /a.c has been edited.",
      ),
      ...pair(
        "edit",
        { path: "/b.c", command: "create", file_text: "x\n" },
        "edit",
        "New file created successfully at: /b.c",
      ),
      ...pair(
        "edit",
        { path: "/a.c", command: "insert", insert_line: 4, new_str: "y" },
        "edit",
        "The file /a.c has been edited. Here it is:\n     4\tint c;\n     5\ty\n     6\t\n",
      ),
      ...pair(
        "edit",
        { path: "/a.c", command: "str_replace", old_str: "q", new_str: "r" },
        "edit",
        "ERROR:\nNo replacement was performed",
      ),
      ...pair("run", { command: "make" }, "run", "make: done"),
    ];
    const results = resultsOf("openhands", [
      { instance_id: "i", history },
      { instance_id: "i", history: [] },
    ]);
    expect(results).toMatchObject([
      { op: "read", path: "/a.c", printed: { first: 4, lines: ["int a;", "int b;"] } },
      { op: "edit", changes: [{ kind: "replace", old: "int a;", new: "int c;" }] },
      { op: "edit", path: "/b.c", changes: [{ kind: "whole", after: "x\n" }] },
      {
        op: "edit",
        changes: [{ kind: "insert", after: 4, text: "y" }],
        echo: { first: 4, lines: ["int c;", "y"] },
      },
      { op: "output", tool: "edit" },
      { op: "output", tool: "bash", args: { command: "make" } },
    ]);
    expect(new Set(results.map((step) => step.conversation))).toEqual(new Set(["i 1"]));
  });

  it("forgets what its condensation forgets, and names what it does not know", () => {
    const silent = [493, 494, 495].map((id) => ({ id, source: "environment", observation: "null" }));
    const events = [
      ...silent,
      ...pair("run", { command: "ls" }, "run", "a"),
      {
        id: 500,
        source: "agent",
        action: "condensation",
        args: { forgotten_events_start_id: 493, forgotten_events_end_id: 495, summary: "So far." },
      },
      { id: 501, source: "agent", observation: "error", content: "Bad call." },
      { id: 502, source: "agent", action: "browse", args: {} },
      { id: 503, source: "agent" },
    ];
    const { recorded, problems } = recordedOf("openhands", [events]);
    expect(recorded).toMatchObject([
      { op: "message", role: "assistant" },
      { op: "output", result: "a" },
      { op: "forget", calls: ["493", "494", "495"], messages: ["493", "494", "495"] },
      { op: "message", role: "user", text: "So far." },
      { op: "output", tool: "error", result: "Bad call." },
      { op: "message", role: "assistant" },
      { op: "end" },
    ]);
    expect(problems).toEqual([
      { what: "event that is neither action nor observation", count: 1, first: "file:1, event 503" },
      { what: "call of browse without a result", count: 1, first: "file:1, event 502" },
    ]);
  });

  it("has given what the model is told of a command, and reads of those that went well", () => {
    const ran = (command: string, content: string, exit: number): object[] => {
      const [action = {}, observation = {}] = pair("run", { command }, "run", content);
      const metadata = {
        ...{ exit_code: exit, working_dir: "/repo", py_interpreter_path: "" },
        ...{ prefix: "", suffix: "\n[The command completed.]" },
      };
      return [action, { ...observation, extras: { metadata } }];
    };
    const told = (exit: number): string =>
      `\n[The command completed.]\n[Current working directory: /repo]\n[Command finished with exit code ${exit}]`;
    const events = [
      ...ran("sed -n '1,2p' a.c", "int a;\nint b;", 0),
      ...ran("sed -n '1,2p' a.c; false", "int a;\nint b;", 1),
      ...ran("make", "made", 0),
    ];
    expect(resultsOf("openhands", [events])).toMatchObject([
      { op: "read", printed: { first: 1, lines: ["int a;", "int b;"] }, result: `int a;\nint b;${told(0)}` },
      { op: "output", result: `int a;\nint b;${told(1)}` },
      { op: "output", result: `made${told(0)}` },
    ]);
  });

  it("has one summary, the newest", () => {
    const condensation = (id: number, from: number, to: number, summary: string | null): object => ({
      ...{ id, source: "agent", action: "condensation" },
      args: { forgotten_events_start_id: from, forgotten_events_end_id: to, summary, summary_offset: 1 },
    });
    const events = [
      ...[1, 2, 3, 4, 5, 6].map((id) => ({ id, source: "environment", observation: "null" })),
      condensation(10, 1, 2, "One."),
      condensation(20, 3, 4, null),
      condensation(30, 5, 6, "Two."),
    ];
    const { recorded } = recordedOf("openhands", [events]);
    const forgotten = recorded.flatMap((step) => (step.op === "forget" ? [step.messages] : []));
    expect(forgotten).toEqual([
      ["1", "2"],
      ["3", "4"],
      ["5", "6", "summary 10"],
    ]);
    expect(recorded.filter(({ op }) => op === "message")).toMatchObject([
      { id: "summary 10", text: "One." },
      { id: "summary 30", text: "Two." },
    ]);
  });
});

describe("a session of OpenHands since version 1", () => {
  const action = (call: string, name: string, args: object, answer: string): object => ({
    ...{ id: `action-${call}`, kind: "ActionEvent", source: "agent", llm_response_id: answer },
    ...{ tool_name: name, tool_call_id: call, thought: [{ type: "text", text: "I look. " }] },
    tool_call: { id: call, name, arguments: JSON.stringify(args) },
  });
  const observation = (call: string, name: string, seen: object): object => ({
    ...{ id: `seen-${call}`, kind: "ObservationEvent", source: "environment" },
    ...{ tool_name: name, tool_call_id: call, action_id: `action-${call}`, observation: seen },
  });
  const text = (value: string): object[] => [{ type: "text", text: value }];
  const history = [
    {
      ...{ id: "prompt", kind: "SystemPromptEvent", source: "agent" },
      system_prompt: { type: "text", text: "Be good." },
    },
    {
      ...{ id: "said", kind: "MessageEvent", source: "user" },
      llm_message: { role: "user", content: text("Mend it.") },
    },
    action("1", "file_editor", { command: "view", path: "/a.c" }, "r1"),
    action("2", "terminal", { command: "sed -n '1,1p' /a.c" }, "r1"),
    observation("1", "file_editor", {
      content: text("Here's the result of running `cat -n` on /a.c:\n     1\tint a;\n     2\t\n"),
    }),
    observation("2", "terminal", {
      ...{ content: text("int a;"), exit_code: 0 },
      metadata: { prefix: "", suffix: "", working_dir: "/repo", py_interpreter_path: null, exit_code: 0 },
    }),
    action("3", "file_editor", { command: "str_replace", path: "/a.c", old_str: "a", new_str: "b" }, "r2"),
    observation("3", "file_editor", {
      ...{ content: text("The file /a.c has been edited."), prev_exist: true },
      ...{ old_content: "int a;\n", new_content: "int b;\n" },
    }),
    action("4", "terminal", { command: "false" }, "r3"),
    observation("4", "terminal", { content: text("no"), is_error: true }),
    action("5", "terminal", { command: "rm" }, "r4"),
    {
      ...{ id: "no", kind: "UserRejectObservation", source: "environment", rejection_reason: "Stop." },
      ...{ tool_name: "terminal", tool_call_id: "5" },
    },
    { id: "state", kind: "ConversationStateUpdateEvent", source: "environment" },
    {
      ...{
        id: "shorter",
        kind: "Condensation",
        source: "environment",
        summary: "So far.",
        summary_offset: 2,
      },
      forgotten_event_ids: ["action-1", "seen-1", "action-2"],
    },
    { id: "new", kind: "NewEvent", source: "environment" },
  ];

  it("has reads, edits with both files, and what the model was given of commands", () => {
    expect(resultsOf("openhands", [{ instance_id: "i", history }])).toMatchObject([
      { op: "read", path: "/a.c", callId: "1", printed: { first: 1, lines: ["int a;", ""] } },
      {
        ...{ op: "output", tool: "bash", callId: "2" },
        result: "int a;\n[Current working directory: /repo]\n[Command finished with exit code 0]",
      },
      { op: "edit", path: "/a.c", changes: [{ kind: "whole", before: "int a;\n", after: "int b;\n" }] },
      { op: "output", result: "[An error occurred during execution.]\n\nno" },
      { op: "output", result: "Action rejected: Stop." },
      { op: "forget", calls: ["1"], messages: ["action-1", "seen-1", "action-2"] },
    ]);
  });

  it("has a model call for each answer, whose actions may be several", () => {
    const { recorded, problems } = recordedOf("openhands", [history]);
    const messages = recorded.flatMap((step) =>
      step.op === "message"
        ? [`${step.role}${step.continued === true ? " on" : ""}: ${step.text.slice(0, 8)}`]
        : [],
    );
    expect(messages).toEqual([
      ...["user: Be good.", "user: Mend it.", "assistant: I look. ", "assistant on: I look. "],
      ...["assistant: I look. ", "assistant: I look. ", "assistant: I look. ", "user: So far."],
    ]);
    expect(problems).toEqual([{ what: 'unknown event "NewEvent"', count: 1, first: "file:1, event new" }]);
  });
});
