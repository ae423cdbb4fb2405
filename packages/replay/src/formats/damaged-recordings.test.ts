import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replayValues } from "../replay-values.js";
import { problemList } from "../report/report-text.js";
import { recordedOf } from "../testing/recorded-of.js";
import { formats } from "./all-formats.js";
import { parseJson } from "./json.js";
import { printedLines } from "./printed-lines.js";

/** A JSON object that has no text of its own: `String` throws on it. */
const textless = { toString: 1, valueOf: 1 };

/** The JSON text of a list in a list, so many deep. */
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

const claudeCode = (
  name: unknown,
  input: unknown,
  result: unknown,
  extra: object = {},
  more: object = {},
): unknown[] => [
  {
    type: "assistant",
    sessionId: "s",
    ...more,
    message: { id: "m", content: [{ type: "tool_use", id: "1", name, input }] },
  },
  {
    type: "user",
    sessionId: "s",
    ...more,
    toolUseResult: extra,
    message: { content: [{ type: "tool_result", tool_use_id: "1", content: result }] },
  },
];
const anthropic = (command: unknown, input: object, content: unknown): unknown => [
  {
    role: "assistant",
    content: [
      { type: "tool_use", id: "1", name: "str_replace_editor", input: { command, path: "a", ...input } },
    ],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content }] },
];
const codex = (payload: object): unknown => ({ type: "response_item", payload });
const read = { file_path: "a" };
const farLine = { file: { filePath: "a", content: "x", startLine: 2 ** 53 - 1, totalLines: 2 ** 53 - 1 } };

const recordings: Record<string, unknown[]> = {
  "a result nested deeply": claudeCode("Bash", {}, parseJson(nested(50_000))),
  "arguments nested deeply": claudeCode("Bash", { list: parseJson(nested(50_000)) }, "x"),
  "a tool's name that has no text": claudeCode(textless, {}, "x"),
  "an empty tool's name": claudeCode("", {}, "x"),
  "an agent's id that has no text": claudeCode("Bash", {}, "x", {}, { isSidechain: true, agentId: textless }),
  "an empty path": claudeCode("Read", { file_path: "" }, "1\tx"),
  "an edit of an empty path": claudeCode("Write", { file_path: "", content: "x" }, "ok"),
  "a line number beside the text that no file has": claudeCode("Read", read, "x", farLine),
  "a line number in the text that no file has": claudeCode("Read", read, "1700000000\tx"),
  "a line 0": claudeCode("Read", read, "0\tx"),
  "an offset that no file has": [anthropic("view", { view_range: [1e15, 1e16] }, "x")],
  "a command that has no text": [anthropic(textless, {}, "x")],
  "an insertion at a line that no file has": [anthropic("insert", { insert_line: 1e15, new_str: "x" }, "ok")],
  "a viewer of more lines than any file has": [
    { trajectory: [{ action: "open a", observation: "[File: a (99999999999 lines total)]\n1:x\n" }] },
  ],
  "names of Codex that have no text": [
    codex({ type: "function_call", call_id: "1", name: textless, arguments: nested(50_000) }),
    codex({ type: "function_call_output", call_id: "1", output: "x" }),
    {
      type: "compacted",
      payload: {
        replacement_history: [{ type: textless }, { type: "function_call_output", call_id: textless }],
      },
    },
  ],
  "events of OpenHands that have no text, and a range without an end": [
    [
      { id: textless, source: "agent", action: "run", args: {} },
      { id: 2, cause: textless, observation: "run", content: "x" },
      {
        id: 3,
        source: "agent",
        action: "condensation",
        args: {
          forgotten_event_ids: [textless],
          forgotten_events_start_id: 1e300,
          forgotten_events_end_id: 1e300,
        },
      },
    ],
  ],
  "chat messages that have no text": [
    [
      { role: textless, content: textless },
      {
        role: "assistant",
        content: [textless],
        tool_calls: [textless, { id: textless, function: textless }],
      },
      {
        role: "assistant",
        tool_calls: [{ id: "1", function: { name: textless, arguments: nested(50_000) } }],
      },
      { role: "tool", tool_call_id: "1", content: parseJson(nested(50_000)) },
      { role: "user", content: "x", extra: { raw_output: textless } },
    ],
  ],
  "messages of Gemini CLI that have no text": [
    { sessionId: "s", projectHash: "0" },
    {
      ...{ id: "1", type: "gemini", content: textless },
      toolCalls: [{ id: textless, name: textless, args: parseJson(nested(50_000)), result: [textless] }],
    },
    { id: "2", type: textless },
    { $rewindTo: "3" },
    { $set: { messages: [textless, { id: textless, type: "user", content: parseJson(nested(50_000)) }] } },
  ],
  "lines of Qwen Code that have no text": [
    { sessionId: "s", type: "assistant", message: { parts: [textless, { functionCall: textless }] } },
    { sessionId: "s", type: "tool_result", message: { parts: [{ functionResponse: textless }] } },
    { sessionId: "s", type: textless, uuid: "1", parentUuid: textless },
  ],
  "messages of opencode that have no text": [
    {
      info: textless,
      messages: [
        {
          info: { id: textless, role: "assistant", summary: true },
          parts: [textless, { type: "tool", state: textless }],
        },
        {
          info: { role: textless, time: textless },
          parts: [
            { type: "tool", callID: "1", tool: textless, state: { status: "completed", output: textless } },
          ],
        },
        textless,
      ],
    },
  ],
  "events of Copilot CLI that have no text": [
    {
      type: "assistant.message",
      data: { content: textless, toolRequests: [textless, { toolCallId: textless }] },
    },
    { type: "tool.execution_complete", data: { toolCallId: textless, result: parseJson(nested(50_000)) } },
    { type: textless, data: textless },
  ],
  "events of Cursor that have no text": [
    { type: "tool_call", subtype: "started", call_id: textless, tool_call: { readToolCall: textless } },
    {
      type: "tool_call",
      subtype: "completed",
      tool_call: { function: { name: "x", arguments: nested(50_000) } },
    },
    { type: textless, message: textless },
  ],
  "own steps that have no text": [
    { op: "recall", id: "#0001", target: textless },
    { op: "job", record: { kind: textless } },
    { op: textless },
    { op: "output", tool: "", text: "x" },
    { op: "read", path: "", content: "x" },
  ],
};

describe("a damaged recording is replayed as far as it goes", () => {
  it.each(Object.entries(recordings))("%s", async (_, values) => {
    const lines = values.map((value, at) => ({ value, where: `line ${at + 1}` }));
    const { totals } = await replayValues(lines, "damaged.jsonl", { verify: true, compare: true });
    expect(totals.conversations).toBeGreaterThan(0);
  });

  it("any values that have the fields of a format give what was found, and never throw", () => {
    const words = [
      "type",
      "role",
      "message",
      "messages",
      "content",
      "parts",
      "info",
      "id",
      "data",
      "state",
      "result",
    ];
    const more = [
      "toolCalls",
      "tool_calls",
      "functionCall",
      "functionResponse",
      "extra",
      "tool_call",
      "$set",
      "history",
    ];
    const kinds = [
      "user",
      "assistant",
      "gemini",
      "tool",
      "tool_result",
      "system",
      "completed",
      "x",
      "```bash\nls\n```",
    ];
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<unknown>(...kinds, "", 1, null, true, textless),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...words, ...more), tie("value"), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(value, { maxLength: 4 }), (format, values) => {
        for (const each of values) format.recognises(each);
        expect(recordedOf(format.name, values).recorded).toBeInstanceOf(Array);
      }),
      { numRuns: 1_000 },
    );
  });

  const call = { type: "tool_use", id: "1", name: "Read", input: read };
  const contents = [
    { role: "model", parts: [{ functionCall: { name: "read_file", args: read } }] },
    {
      role: "user",
      parts: [{ functionResponse: { name: "read_file", response: { output: `x${"y".repeat(200)}` } } }],
    },
    { role: "model", parts: [{ text: "Done." }] },
  ];
  const message = { id: "1", type: "gemini", content: "", toolCalls: [{ id: "1", name: "x", result: "y" }] };
  const step = { action: "cat a", observation: `x${"y".repeat(200)}`, thought: "" };
  it.each<[string, unknown]>([
    ["a checkpoint of Gemini CLI", contents],
    ["a checkpoint in a document of Gemini CLI", { history: contents }],
    [
      "a session of Gemini CLI",
      { sessionId: "s", projectHash: "0", messages: [message, { ...message, id: "2", toolCalls: [] }] },
    ],
    ["a trajectory of SWE-agent", { trajectory: [step, { ...step, action: "exit" }] }],
  ])("%s is a conversation of its own, where a file has several", async (_, document) => {
    const values = [document, document].map((value, at) => ({ value, where: `line ${at + 1}` }));
    const one = await replayValues(values.slice(0, 1), "one.jsonl", { verify: true, compare: true });
    const { totals } = await replayValues(values, "two.jsonl", { verify: true, compare: true });
    expect(totals.conversations).toBe(2);
    expect(totals.policies.map(({ diffs }) => diffs.inserted)).toEqual(
      one.totals.policies.map(({ diffs }) => 2 * diffs.inserted),
    );
    expect(Object.values(totals.verdicts).map(({ wrong }) => wrong)).toEqual(Array(4).fill(0));
  });

  it("ranges of events that no history has are forgotten in time that grows with the recording", () => {
    const action = { id: 0, source: "agent", action: "run", args: { command: "ls" } };
    const condensations = Array.from({ length: 20_000 }, (_, at) => ({
      ...{ id: at + 2, source: "agent", action: "condensation" },
      args: { forgotten_events_start_id: 0, forgotten_events_end_id: 1e15 },
    }));
    const { recorded } = recordedOf("openhands", [[action, ...condensations]]);
    const forgotten = recorded.flatMap((each) => (each.op === "forget" ? each.calls : []));
    expect(forgotten).toHaveLength(condensations.length);
    expect(forgotten.slice(0, 2)).toEqual(["0", "2"]);
  });

  it("ids that are numbers pair calls with their results too", () => {
    const values = [
      { role: "assistant", content: [{ ...call, id: 7 }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: 7, content: "1\tx" }] },
    ];
    const { recorded, problems } = recordedOf("anthropic", values);
    expect(problems).toEqual([]);
    expect(recorded.at(-1)).toMatchObject({ op: "read", path: "a", callId: "7" });
  });

  it("an unknown name of any depth is counted", () => {
    const { problems } = recordedOf("qwen-code", [{ type: parseJson(nested(50_000)) }]);
    expect(problems).toEqual([{ what: "unknown event ", count: 1, first: "file:1" }]);
  });

  it("are read in time that grows with the text", () => {
    const fences = "```bash\n".repeat(200_000);
    const trajectory = {
      trajectory_format: "mini-swe-agent-1",
      messages: [{ role: "assistant", content: fences }],
    };
    expect(recordedOf("openai", [trajectory]).recorded).toHaveLength(2);
    const context = "\n\n--- Newly Discovered Project Context ---\n".repeat(50_000);
    expect(printedLines(context, "headed", {})?.first).toBe(1);
    expect(printedLines(`${context}\n--- End Project Context ---`, "headed", {})).toBeUndefined();
  });

  it("an emoji that was cut in two is half a character on every side, and no stub of it is false", async () => {
    const cut = [
      ...claudeCode("Read", { file_path: "a\ud83d" }, "1\tx\ud83dy"),
      ...claudeCode("Read", { file_path: "a\ud83d" }, "1\tx\ud83dy"),
      ...claudeCode("Grep", { pattern: "x\ude00" }, "a:1:\ude00"),
      ...claudeCode("Grep", { pattern: "x\ude00" }, "a:1:\ude00"),
    ];
    const values = cut.map((value) => ({ value, where: "here" }));
    const { totals } = await replayValues(values, "damaged.jsonl", {
      verify: true,
      compare: true,
      variants: true,
    });
    expect(totals.verdicts["lembas"]).toMatchObject({ stubs: 1, repeats: 1, wrong: 0 });
    expect(Object.values(totals.verdicts).map(({ wrong }) => wrong)).toEqual(Array(7).fill(0));
  });

  it("what steers a terminal is written as an escape", async () => {
    const name = "Bash\u001b[2J\u202e\u0007";
    const values = claudeCode(name, {}, "x")
      .slice(0, 1)
      .map((value) => ({ value, where: `here${name}` }));
    const { problems } = await replayValues(values, "damaged.jsonl");
    expect(problemList(problems).join("\n")).toContain("Bash\\u{1b}[2J\\u{202e}\\u{7} without a result");
    expect(problemList(problems).join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("a read that names such a line is an output, and is counted", async () => {
    const values = claudeCode("Read", read, "1700000000\tx").map((value) => ({ value, where: "here" }));
    const { totals, problems } = await replayValues(values, "damaged.jsonl");
    expect(totals.placement).toMatchObject({ reads: 0, unplacedReads: 1 });
    expect(problems).toEqual([
      { what: "read not placed: it names a line above 1000000, or below 1", count: 1, first: "here, a" },
    ]);
  });
});
