import { describe, expect, it } from "vitest";
import { recordedOf } from "../testing/recorded-of.js";
import { replay } from "../testing/replay-steps.js";
import { recognise } from "./all-formats.js";

let last: string | null = null;
/** A line that goes on from the one before it. */
const line = (uuid: string, type: string, more: object): object => {
  const parentUuid = last;
  last = uuid;
  return { uuid, parentUuid, sessionId: "s", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/", type, ...more };
};
const said = (uuid: string, text: string): object =>
  line(uuid, "user", { message: { role: "user", parts: [{ text }] } });
const called = (uuid: string, id: string, name: string, args: object, more: object = {}): object =>
  line(uuid, "assistant", {
    ...{ model: "qwen", usageMetadata: { promptTokenCount: 9 }, ...more },
    message: {
      role: "model",
      parts: [{ text: "Hm.", thought: true }, { text: "I look." }, { functionCall: { id, name, args } }],
    },
  });
const gave = (uuid: string, id: string, output: string, more: object = {}): object =>
  line(uuid, "tool_result", {
    message: { role: "user", parts: [{ functionResponse: { id, name: "t", response: { output } } }] },
    ...more,
  });
const note = (uuid: string, subtype: string, systemPayload: object): object =>
  line(uuid, "system", { subtype, systemPayload });

describe("a session of Qwen Code", () => {
  it("has reads, edits, outputs, and subagents apart", async () => {
    last = null;
    const side = { isSidechain: true, agentId: "explore-1" };
    const shown = { fileName: "a", fileDiff: "…", originalContent: "let a\n", newContent: "let b\n" };
    const edit = { file_path: "a", old_string: "let a", new_string: "let b" };
    const values = [
      said("1", "Mend it."),
      note("2", "ui_telemetry", { uiEvent: {} }),
      called("3", "c1", "read_file", { file_path: "a" }),
      gave("4", "c1", "let a\n"),
      called("5", "c2", "edit", edit),
      gave("6", "c2", "Changed.", { toolCallResult: { callId: "c2", resultDisplay: shown } }),
      called("7", "c3", "edit", edit),
      gave("8", "c3", "Changed.", {
        toolCallResult: { resultDisplay: { ...shown, truncatedForSession: true } },
      }),
      called("9", "c4", "read_file", { file_path: "b", offset: 4, limit: 2 }),
      gave("10", "c4", "Showing lines 5-6 of 9 total lines.\n\n---\n\nfive\nsix"),
      called("11", "c5", "read_file", { file_path: "a" }),
      gave("12", "c5", "[File a unchanged since last read in this session — the full content was provided.]"),
      called("13", "c6", "read_file", { file_path: "a" }, side),
      gave("14", "c6", "let b\n", side),
      called("15", "c7", "run_shell_command", { command: "make" }),
      gave("16", "c7", "no", { toolCallResult: { status: "error" } }),
    ];
    const { recorded, problems } = recordedOf("qwen-code", values);
    expect(problems).toEqual([]);
    expect(recorded.filter(({ op }) => op !== "message")).toMatchObject([
      { op: "read", path: "a", printed: { first: 1, lines: ["let a", ""] }, conversation: "main" },
      { op: "edit", path: "a", changes: [{ kind: "whole", before: "let a\n", after: "let b\n" }] },
      { op: "edit", path: "a", changes: [{ kind: "replace", old: "let a", new: "let b" }] },
      { op: "read", path: "b", printed: { first: 5, lines: ["five", "six"], parts: 9 } },
      { op: "read", path: "a", printed: undefined },
      { op: "read", path: "a", conversation: "sidechain explore-1" },
      { op: "output", tool: "bash" },
    ]);
    expect(recorded[1]).toEqual({
      ...{ op: "message", role: "assistant", conversation: "main", continued: false },
      text: 'I look.{"file_path":"a"}',
    });
    const { totals, format } = await replay(values, { verify: true });
    expect(format).toBe("Qwen Code");
    expect(totals.conversations).toBe(2);
    expect(totals.verdicts["lembas"]?.wrong).toBe(0);
  });

  it("keeps what its summary keeps", () => {
    last = null;
    const kept = { functionResponse: { id: "c2", name: "glob", response: { output: "b" } } };
    const { recorded } = recordedOf("qwen-code", [
      called("1", "c1", "glob", { pattern: "a" }),
      gave("2", "c1", "a"),
      called("3", "c2", "glob", { pattern: "b" }),
      gave("4", "c2", "b"),
      note("5", "chat_compression", {
        compressedHistory: [
          { role: "user", parts: [{ text: "So far." }] },
          { role: "model", parts: [{ text: "Yes." }] },
          { role: "model", parts: [{ functionCall: { id: "c2", name: "glob", args: { pattern: "b" } } }] },
          { role: "user", parts: [kept] },
        ],
      }),
    ]);
    expect(recorded.slice(-4)).toEqual([
      { op: "compact", conversation: "main", kept: ["c2"] },
      { op: "message", role: "user", conversation: "main", text: "So far.", continued: false },
      { op: "message", role: "assistant", conversation: "main", text: "Yes.", continued: true },
      {
        ...{ op: "message", role: "assistant", conversation: "main" },
        ...{ text: '{"pattern":"b"}', continued: true },
      },
    ]);
  });

  it("goes on from where it was rewound to", async () => {
    last = null;
    const before = [said("1", "One."), called("2", "c1", "glob", { pattern: "a" }), gave("3", "c1", "a")];
    const taken = [said("4", "Two."), called("5", "c2", "glob", { pattern: "b" }), gave("6", "c2", "b")];
    last = "3";
    const after = [
      note("7", "rewind", { truncatedCount: 3 }),
      said("8", "Three."),
      called("9", "c3", "glob", {}),
    ];
    const { totals, problems } = await replay([...before, ...taken, ...after]);
    expect(totals.rows.output.steps).toBe(1);
    expect(problems).toMatchObject([
      { what: "entry of another branch, left out", count: 3 },
      { what: "call of glob without a result" },
    ]);
  });

  it.each([
    [{ sessionId: "s", type: "user", message: { role: "user", parts: [{ text: "Mend it." }] } }],
    [{ sessionId: "s", type: "tool_result" }],
    [{ sessionId: "s", type: "system", subtype: "ui_telemetry", systemPayload: { uiEvent: {} } }],
    [{ sessionId: "s", projectHash: "0", messages: [{ id: "1", type: "qwen", content: "Hello." }] }],
  ])("is told by %j", (value) => {
    expect(recognise(value)?.name).toBe("qwen-code");
  });

  it("of an older version has the form of Gemini CLI's", () => {
    const toolCalls = [
      {
        ...{ id: "c1", name: "glob", args: {}, status: "success" },
        result: [{ functionResponse: { id: "c1", name: "glob", response: { output: "a" } } }],
      },
    ];
    const messages = [{ id: "1", type: "qwen", content: "I look.", toolCalls }];
    expect(recordedOf("qwen-code", [{ sessionId: "s", projectHash: "0", messages }])).toMatchObject({
      recorded: [
        { op: "message", role: "assistant" },
        { op: "output", tool: "glob", result: "a" },
        { op: "end" },
      ],
      problems: [],
    });
  });

  it("names what it does not know", () => {
    expect(recordedOf("qwen-code", [{ uuid: "1", type: "song" }]).problems).toEqual([
      { what: 'unknown event "song"', count: 1, first: "file:1" },
    ]);
  });

  it("has one model call for a subagent's round, whose text and calls stand in lines of their own", () => {
    last = null;
    const side = { isSidechain: true, agentId: "explore-1" };
    const { recorded } = recordedOf("qwen-code", [
      called("1", "c1", "glob", {}, side),
      called("2", "c2", "glob", {}, side),
      gave("3", "c1", "a", side),
      gave("4", "c2", "b", side),
      called("5", "c3", "glob", {}, side),
      called("6", "c4", "glob", {}),
      called("7", "c5", "glob", {}),
    ]);
    const continued = recorded.flatMap((step) => (step.op === "message" ? [step.continued] : []));
    expect(continued).toEqual([false, true, false, false, false]);
  });

  it("has no lines of a file below a head that is not known, nor a count that is only a least one", () => {
    const read = (at: number, text: string): object[] => [
      called(`call ${at}`, `c${at}`, "read_file", { file_path: "a" }),
      gave(`result ${at}`, `c${at}`, text),
    ];
    last = null;
    const results = recordedOf("qwen-code", [
      ...read(1, "Showing lines 1-2 of at least 9 total lines.\n\n---\n\na\nb"),
      ...read(2, "Showing lines 1-2 of some total lines.\n\n---\n\na\nb"),
      ...read(3, "Showing lines 1-2 of 9 total lines.\n\n---\n\na\nb"),
    ]).recorded.flatMap((step) => (step.op === "read" ? [step.printed] : []));
    expect(results).toEqual([
      { first: 1, lines: ["a", "b"] },
      undefined,
      { first: 1, lines: ["a", "b"], parts: 9 },
    ]);
  });
});
