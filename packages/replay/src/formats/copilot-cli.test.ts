import { describe, expect, it } from "vitest";
import { recordedOf } from "../testing/recorded-of.js";
import { replay } from "../testing/replay-steps.js";
import { recognise } from "./all-formats.js";

let events = 0;
const event = (type: string, data: object, more: object = {}): object => ({
  ...{ type, id: `e${++events}`, parentId: null, timestamp: "2026-01-01T00:00:00.000Z", data, ...more },
});
const opening = event("session.start", { sessionId: "s", version: 1, producer: "copilot-agent" });
const turn = (): object => event("assistant.turn_start", { turnId: "0" });
const answer = (content: string, ...calls: (readonly [string, string, unknown])[]): object =>
  event("assistant.message", {
    ...{ messageId: "m", content, outputTokens: 9 },
    toolRequests: calls.map(([toolCallId, name, args]) => ({ toolCallId, name, arguments: args })),
  });
const done = (toolCallId: string, content: string, more: object = {}): object =>
  event("tool.execution_complete", {
    ...{ toolCallId, success: true, result: { content, detailedContent: "diff …" }, ...more },
  });

describe("a session of Copilot CLI", () => {
  it("has reads, edits, writes, patches and outputs", () => {
    const patch = "*** Begin Patch\n*** Add File: d.ts\n+new\n*** End Patch";
    const { recorded, problems } = recordedOf("copilot-cli", [
      opening,
      event("system.message", { role: "system", content: "You work." }),
      event("user.message", { content: "Mend it.", transformedContent: "Now. Mend it." }),
      turn(),
      answer(
        "I look.",
        ["c1", "view", { path: "a.ts", view_range: [3, 5] }],
        ["c2", "edit", '{"path":"a.ts"}'],
      ),
      event("tool.execution_start", { toolCallId: "c1", toolName: "view", arguments: {} }),
      done("c1", "3. let a\n4.\n5. 1. b\n\n[Output truncated. Use view_range=[6, ...] to continue reading.]"),
      done("c2", "", { success: false, error: { message: "No match found", code: "failure" } }),
      answer("", ["c3", "edit", { path: "a.ts", old_str: "let a", new_str: "let b" }]),
      done("c3", "File a.ts updated with changes."),
      answer("", ["c4", "create", { path: "c.ts", file_text: "new\n" }], ["c5", "apply_patch", patch]),
      done("c4", "Created file c.ts with 4 characters"),
      done("c5", "Done."),
      event("tool.execution_start", { toolCallId: "c6", toolName: "bash", arguments: { command: "ls" } }),
      done("c6", "a.ts\n<exited with exit code 0>"),
      answer("", ["c7", "view", { path: "." }]),
      done("c7", "a.ts\nc.ts"),
    ]);
    expect(problems).toEqual([]);
    expect(recorded.filter(({ op }) => op !== "message")).toMatchObject([
      { op: "read", path: "a.ts", printed: { first: 3, lines: ["let a", "", "1. b"] } },
      { op: "output", tool: "edit", result: "No match found" },
      { op: "edit", path: "a.ts", changes: [{ kind: "replace", old: "let a", new: "let b" }] },
      { op: "edit", path: "c.ts", changes: [{ kind: "whole", after: "new\n" }] },
      { op: "edit", path: "d.ts" },
      { op: "output", tool: "bash", args: { command: "ls" } },
      { op: "read", path: ".", printed: undefined },
    ]);
    expect(recorded[1]).toMatchObject({ op: "message", role: "user", text: "Now. Mend it." });
  });

  it("counts an answer once that stands in several events", async () => {
    const { totals, format, problems } = await replay(
      [
        opening,
        turn(),
        answer("I look."),
        answer("", ["c1", "glob", {}]),
        done("c1", "a"),
        turn(),
        answer("Done."),
      ],
      { compare: true },
    );
    expect({ format, problems }).toEqual({ format: "Copilot CLI", problems: [] });
    expect(totals.policies[0]?.diffs.calls).toBe(2);
  });

  it.each([{ upToEventId: "u2", eventsRemoved: 3 }, { eventIds: ["u2", "a2", "d2"] }])(
    "a rewind takes back what was said since: %j",
    (rewound) => {
      const named = (id: string, type: string, data: object): object => event(type, data, { id });
      const { recorded } = recordedOf("copilot-cli", [
        named("u1", "user.message", { content: "One." }),
        named("a1", "assistant.message", { content: "Yes." }),
        named("u2", "user.message", { content: "Two." }),
        named("a2", "assistant.message", { content: "", toolRequests: [{ toolCallId: "c2", name: "glob" }] }),
        named("d2", "tool.execution_complete", { toolCallId: "c2", success: true, result: { content: "b" } }),
        named("r", "session.snapshot_rewind", rewound),
      ]);
      expect(recorded.slice(-1)).toEqual([
        { op: "forget", conversation: "main", calls: ["c2"], messages: ["u2", "a2", "d2"] },
      ]);
    },
  );

  it("has subagents apart, and nothing left after a summary", () => {
    const { recorded, problems } = recordedOf("copilot-cli", [
      event("assistant.message", { content: "Aside.", parentToolCallId: "c1" }),
      event("assistant.message", { content: "Aside too." }, { agentId: "a1" }),
      event("session.compaction_complete", { success: false, error: "busy" }),
      event("session.compaction_complete", { success: true, summaryContent: "So far." }),
      event("session.model_change", { newModel: "auto" }),
      event("abort", { reason: "user_initiated" }),
      event("song", {}),
    ]);
    expect(recorded).toMatchObject([
      { op: "message", role: "assistant", conversation: "agent c1", text: "Aside.", continued: false },
      { op: "message", role: "assistant", conversation: "agent a1", text: "Aside too.", continued: false },
      { op: "compact", conversation: "main", kept: [] },
      { op: "message", role: "user", conversation: "main", text: "So far." },
    ]);
    expect(problems).toEqual([{ what: 'unknown event "song"', count: 1, first: "file:7" }]);
  });

  it.each([opening, event("user.message", { content: "x" }), answer("x")])("is told by %j", (value) => {
    expect(recognise(value)?.name).toBe("copilot-cli");
  });

  it.each([{ type: "session.start" }, { type: "song", data: {} }])("is not told by %j", (value) => {
    expect(recognise(value)).toBeUndefined();
  });

  it("has no result left where messages were cut off, and nothing where all was cleared", () => {
    const { recorded } = recordedOf("copilot-cli", [
      opening,
      answer("I look.", ["c1", "bash", { command: "ls" }]),
      done("c1", "a.ts"),
      event("session.truncation", { messagesRemovedDuringTruncation: 0 }),
      event("session.truncation", { messagesRemovedDuringTruncation: 2 }),
      event("session.context_cleared", { messagesCleared: 2 }),
      event("session.truncation", { messagesRemovedDuringTruncation: 2 }),
    ]);
    const forgotten = recorded.flatMap((step) => (step.op === "forget" ? [step] : []));
    expect(forgotten).toHaveLength(2);
    expect(forgotten[0]).toEqual({ op: "forget", conversation: "main", calls: ["c1"] });
    expect(forgotten[1]).toMatchObject({ op: "forget", conversation: "main", calls: ["c1"] });
    expect(forgotten[1]?.messages?.length).toBeGreaterThan(2);
  });

  it("has any number of events that are taken back, each once", () => {
    const named = (id: string, agentId: string): object =>
      event("user.message", { content: id }, { id, agentId });
    const rewind = (data: object): object => event("session.snapshot_rewind", data);
    const { recorded } = recordedOf("copilot-cli", [
      ...[named("e1", "a"), named("e2", "b"), named("e3", "a")],
      rewind({ eventIds: ["e2", "e2", "none", 1] }),
      rewind({ upToEventId: "e3" }),
      named("e4", "a"),
      ...[rewind({ upToEventId: "e3" }), rewind({ upToEventId: "e1" })],
      ...Array.from({ length: 20_000 }, (_, at) => named(`${at}`, `agent ${at}`)),
      ...Array.from({ length: 20_000 }, () => event("session.context_cleared", {})),
      rewind({ upToEventId: "0" }),
    ]);
    const forgotten = recorded.flatMap((step) => (step.op === "forget" ? [step.messages ?? []] : []));
    expect(forgotten.slice(0, 3)).toEqual([["e2"], ["e3"], ["e1", "e4"]]);
    expect(forgotten.filter(([id]) => /^\d+$/.test(id ?? "")).length).toBe(20_000);
  });
});
