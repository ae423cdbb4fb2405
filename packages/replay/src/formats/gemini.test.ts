import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";
import { replay } from "../testing/replay-steps.js";
import { recognise } from "./all-formats.js";

const head = { sessionId: "s", projectHash: "0".repeat(64), startTime: "2026-01-01T00:00:00.000Z" };
const user = { id: "u1", type: "user", content: [{ text: "Mend it." }] };
const response = (id: string, name: string, given: object): object[] => [
  { functionResponse: { id, name, response: given } },
];
/** A call of a message of the model; without a result it has not ended. */
const call = (id: string, name: string, args: object, output?: string, more: object = {}): object => ({
  ...{ id, name, args, status: output === undefined ? "executing" : "success" },
  ...(output !== undefined && { result: response(id, name, { output }) }),
  ...more,
});
const answer = (id: string, content: string, ...toolCalls: object[]): object => ({
  ...{ id, type: "gemini", content, thoughts: [], tokens: { input: 9, output: 1, total: 10 } },
  ...(toolCalls.length > 0 && { toolCalls }),
});
const partOf = (first: number, last: number, total: number, lines: string): string =>
  `\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${first}-${last} of ${total} total lines.\nAction: To read more of the file, use start_line.\n\n--- FILE CONTENT (truncated) ---\n${lines}`;

describe("a session of Gemini CLI", () => {
  it("has reads, edits with the whole file, writes, and outputs", () => {
    const shown = { fileName: "a.ts", fileDiff: "…", originalContent: "let  a\n", newContent: "let b\n" };
    const messages = [
      user,
      { id: "i1", type: "info", content: "Update available." },
      answer("g1", "I look.", call("c1", "read_file", { file_path: "a.ts" }, "let  a\n")),
      answer(
        "g2",
        "",
        call("c2", "read_file", { absolute_path: "b.ts", offset: 4, limit: 2 }, partOf(5, 6, 9, "five\nsix")),
        call("c3", "replace", { file_path: "a.ts", old_string: "let a", new_string: "let b" }, "Changed.", {
          resultDisplay: shown,
        }),
        call("c4", "write_file", { file_path: "c.ts", content: "new\n" }, "Wrote.", {
          resultDisplay: { ...shown, originalContent: null, newContent: "new\n" },
        }),
        call("c5", "write_file", { file_path: "c.ts", content: "new\n" }, "Wrote.", {
          resultDisplay: { ...shown, originalContent: "new\n", newContent: "of the person\n" },
        }),
        call("c6", "run_shell_command", { command: "cat a.ts" }, "Output: let b\nProcess Group PGID: 7"),
        call("c7", "grep_search", { pattern: "x" }, undefined, {
          ...{ status: "error", result: response("c7", "grep_search", { error: "no such folder" }) },
        }),
      ),
    ];
    const { recorded, problems } = recordedOf("gemini", [{ ...head, messages }]);
    expect(problems).toEqual([]);
    expect(recorded).toMatchObject([
      { op: "message", role: "user", text: "Mend it." },
      { op: "message", role: "assistant", continued: false },
      { op: "read", path: "a.ts", printed: { first: 1, lines: ["let  a", ""], parts: 2 } },
      { op: "message", role: "assistant", continued: false },
      { op: "read", path: "b.ts", printed: { first: 5, lines: ["five", "six"], parts: 9 } },
      { op: "edit", path: "a.ts", changes: [{ kind: "whole", before: "let  a\n", after: "let b\n" }] },
      { op: "edit", path: "c.ts", changes: [{ kind: "whole", before: null }], isInCall: true },
      { op: "edit", path: "c.ts", changes: [{ kind: "whole", after: "of the person\n" }] },
      { op: "output", tool: "bash", result: "Output: let b\nProcess Group PGID: 7" },
      { op: "output", tool: "grep", result: "no such folder" },
      { op: "end" },
    ]);
    expect(recorded[7]).not.toHaveProperty("isInCall");
  });

  it("keeps results of calls side by side, each of which has all of them after a summary", () => {
    const one = call("c1", "glob", {}, "one");
    const two = call("c2", "glob", {}, "two");
    const both = [...response("c1", "glob", { output: "one" }), ...response("c2", "glob", { output: "two" })];
    const all = [one, two].map((each) => ({ ...each, result: both }));
    const { recorded } = recordedOf("gemini", [
      head,
      user,
      answer("g1", "I look.", one, two),
      {
        $set: { messages: [{ id: "s1", type: "user", content: "So far." }, answer("g1", "I look.", ...all)] },
      },
    ]);
    expect(recorded.filter(({ op }) => op === "compact")).toEqual([
      { op: "compact", kept: ["c1", "c2"], messages: ["g1"] },
    ]);
  });

  it("takes no lines of an edit's result for numbered ones", () => {
    const edit = { file_path: "a.ts", old_string: "x", new_string: "y" };
    const text =
      'Successfully modified file: a.ts (1 replacements). Here is the updated code:\n  200: "y",\n  201: "z",';
    const results = resultsOf("gemini", [
      { ...head, messages: [answer("g1", "", call("c", "replace", edit, text))] },
    ]);
    expect(results).toMatchObject([{ op: "edit", path: "a.ts" }]);
    expect(results[0]).not.toHaveProperty("echo");
  });

  it("places no read whose lines are not certain", () => {
    const reads = [
      ["", {}],
      [partOf(5, 6, 9, "five"), {}],
      [partOf(1, 1, 1, `${"x".repeat(2_000)}... [truncated]`), {}],
      ["the rest", { offset: 4 }],
    ] as const;
    const calls = reads.map(([text, args], at) =>
      call(`c${at}`, "read_file", { file_path: "a", ...args }, text),
    );
    const results = resultsOf("gemini", [{ ...head, messages: [answer("g1", "", ...calls)] }]);
    expect(results).toHaveLength(4);
    expect(results.every((step) => step.op === "read" && step.printed === undefined)).toBe(true);
    const context = "a\n\n--- Newly Discovered Project Context ---\nBe.\n--- End Project Context ---";
    expect(
      resultsOf("gemini", [
        { ...head, messages: [answer("g1", "", call("c", "read_file", { file_path: "a" }, context))] },
      ]),
    ).toMatchObject([
      { op: "read", printed: { lines: ["a"] }, result: "a" },
      { op: "output", callId: "c", result: context.slice(1) },
    ]);
  });

  it("may come a line each: one that stands again is the same answer, and each result counts once", async () => {
    const lines = [
      head,
      user,
      answer("g1", "I look."),
      { type: "error", timestamp: "2026-01-01T00:00:00.000Z" },
      { $set: { messages: [user, answer("g1", "I look.")] } },
      { $set: { lastUpdated: "2026-01-01T00:00:01.000Z" } },
      answer("g1", "I look.", call("c1", "read_file", { file_path: "a.ts" })),
      answer("g1", "I look.", call("c1", "read_file", { file_path: "a.ts" }, "let a\n")),
      answer("g1", "I look.", call("c1", "read_file", { file_path: "a.ts" }, "let a\n")),
      answer("g2", "Done."),
    ];
    const { totals, problems, format } = await replay(lines, { compare: true, verify: true });
    expect({ format, problems }).toEqual({ format: "Gemini CLI", problems: [] });
    expect(totals.rows.read.steps).toBe(1);
    expect(totals.policies[0]?.diffs.calls).toBe(2);
  });

  it("says when the model answered", () => {
    const timed = { ...answer("g1", "Hello."), timestamp: "2026-01-01T00:00:01.000Z" };
    expect(recordedOf("gemini", [{ ...head, messages: [timed] }]).recorded).toMatchObject([
      { op: "message", time: 1_767_225_601_000 },
      { op: "end" },
    ]);
  });

  it("a call after a rewind does not read what was said after it", async () => {
    const lines = [
      ...[head, { ...user, id: "u1" }, answer("g1", "a", call("c1", "glob", {}, "r".repeat(500)))],
      ...[{ id: "u2", type: "user", content: "u".repeat(9_000) }, answer("g2", "b".repeat(700))],
      ...[{ $rewindTo: "u2" }, { id: "u3", type: "user", content: "short" }, answer("g3", "c")],
    ];
    const lengths: (readonly number[] | undefined)[] = [];
    const { totals } = await replay(lines, {
      compare: true,
      onSession: (session) => lengths.push(session.lengths[0]?.calls),
    });
    const before = "Mend it.".length + "a{}".length + 500;
    expect(lengths).toEqual([["Mend it.".length, before + 9_000, before + "short".length]]);
    // What stands before the place that was rewound to is still cached.
    expect(totals.policies[0]?.diffs).toMatchObject({ cached: "Mend it.".length + before, rewritten: 0 });
  });

  it("takes back what was rewound", () => {
    const lines = [
      head,
      user,
      answer("g1", "", call("c1", "glob", { pattern: "*" }, "a.ts")),
      { ...user, id: "u2" },
      answer("g2", "", call("c2", "glob", { pattern: "b*" }, "b.ts")),
      { $rewindTo: "u2" },
      { $rewindTo: "gone" },
      { ...user, id: "u2" },
    ];
    const { recorded } = recordedOf("gemini", lines);
    expect(recorded.filter(({ op }) => op === "forget")).toEqual([
      { op: "forget", calls: ["c2"], messages: ["u2", "g2"] },
      { op: "forget", calls: ["c1"], messages: ["u1", "g1"] },
    ]);
    expect(recorded.at(-1)).toMatchObject({ op: "message", role: "user" });
  });

  it("forgets the results that it shortens, and keeps what its summary keeps", () => {
    const one = answer("g1", "", call("c1", "glob", { pattern: "*" }, "a.ts"));
    const two = answer("g2", "Look.", call("c2", "glob", { pattern: "b*" }, "b.ts"));
    const shortened = answer("g1", "", call("c1", "glob", { pattern: "*" }, "<tool_output_masked>"));
    const summary = { id: "s1", type: "user", content: [{ text: "So far." }] };
    const { recorded, problems } = recordedOf("gemini", [
      ...[head, user, one, two],
      { $set: { messages: [user, shortened, two] } },
      { $set: { messages: [summary, two] } },
      answer("g3", "On."),
    ]);
    expect(problems).toEqual([]);
    expect(recorded.slice(5)).toEqual([
      { op: "forget", calls: ["c1"] },
      { op: "compact", kept: ["c2"], messages: ["g2"] },
      { op: "message", id: "s1", role: "user", text: "So far." },
      { op: "message", id: "g3", role: "assistant", text: "On.", continued: false },
    ]);
  });

  it("names what it does not know", () => {
    const { problems } = recordedOf("gemini", [head, { id: "x", type: "song" }, { nothing: true }]);
    expect(problems).toEqual([
      { what: 'unknown message of "song"', count: 1, first: "file:2" },
      { what: "line that is no message", count: 1, first: "file:3" },
    ]);
  });
});

describe("a checkpoint of Gemini CLI", () => {
  const history = [
    { role: "user", parts: [{ text: "Mend it." }] },
    {
      role: "model",
      parts: [
        { text: "I wonder.", thought: true },
        { text: "I look." },
        { functionCall: { name: "read_file", args: { file_path: "a.ts" } } },
        { functionCall: { name: "glob", args: { pattern: "*" } } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { name: "read_file", response: { output: "let a\n" } } },
        { functionResponse: { name: "glob", response: { files: ["a.ts"] } } },
      ],
    },
  ];

  it.each([[history], [{ history, authType: "x" }], [{ toolCall: {}, history: [], clientHistory: history }]])(
    "has what was sent, form %#",
    (value) => {
      expect(recognise(value)?.name).toBe("gemini");
      expect(recordedOf("gemini", [value])).toMatchObject({
        problems: [],
        recorded: [
          { op: "message", role: "user" },
          {
            ...{ op: "message", role: "assistant" },
            text: 'I look.{"file_path":"a.ts"}{"pattern":"*"}',
          },
          { op: "read", path: "a.ts", printed: { lines: ["let a", ""] } },
          { op: "output", tool: "glob", result: '{"files":["a.ts"]}' },
          { op: "end" },
        ],
      });
    },
  );

  it.each([
    [{ ...head, messages: [] }],
    [{ ...head }],
    [{ ...head, messages: [answer("g", "Hello.")] }],
    [answer("g", "Hello.")],
  ])("and a session are told by %j", (value) => {
    expect(recognise(value)?.name).toBe("gemini");
  });
});
