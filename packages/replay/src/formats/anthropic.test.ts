import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";

const use = (id: string, name: string, input: object): object => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name, input }],
});
const result = (id: string, content: unknown): object => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content }],
});

describe("Anthropic messages", () => {
  it("have the text editor's commands, and reads of one or several files", () => {
    const messages = [
      use("1", "str_replace_based_edit_tool", { command: "view", path: "/a", view_range: [2, -1] }),
      result("1", "2: b\n3: c"),
      use("2", "str_replace_based_edit_tool", {
        command: "insert",
        path: "/a",
        insert_line: 0,
        insert_text: "x",
      }),
      result("2", [{ type: "text", text: "The file /a has been edited." }]),
      use("3", "read_files", { files: [{ path: "/a", start_line: 3, end_line: 3 }, { path: "/b" }] }),
      result("3", [
        { query: "/a:3-3", result: "3 | c" },
        { query: "/b", result: "1 | one\n2 | two" },
      ]),
      use("4", "read_files", { files: [{ path: "/a" }, { path: "/b" }] }),
      result("4", "no list"),
    ];
    expect(resultsOf("anthropic", [{ messages }])).toMatchObject([
      { op: "read", path: "/a", printed: { first: 2, lines: ["b", "c"] } },
      { op: "edit", path: "/a", changes: [{ kind: "insert", after: 0, text: "x" }] },
      { op: "read", path: "/a", callId: "3.0", printed: { first: 3, lines: ["c"] } },
      { op: "read", path: "/b", callId: "3.1", printed: { first: 1, lines: ["one", "two"] } },
      { op: "output", tool: "read_files", result: "no list" },
    ]);
  });

  it("may come one a line, with files attached and a system prompt", () => {
    const { recorded, problems } = recordedOf("anthropic", [
      { system: "Be.", messages: [] },
      {
        role: "user",
        content: [
          { type: "text", text: "Look." },
          { type: "file", path: "/a", content: "a\n" },
        ],
      },
      use("1", "look", {}),
      { messages: [{ nothing: true }] },
    ]);
    expect(recorded).toMatchObject([
      { op: "message", role: "user", text: "Be." },
      { op: "file", path: "/a", content: "a\n" },
      { op: "message", role: "user" },
      { op: "message", role: "assistant" },
      { op: "end" },
    ]);
    expect(problems.map(({ what }) => what)).toEqual([
      "message that has no role and content",
      "call of look without a result",
    ]);
  });

  it("take further tools from a map", () => {
    const map = {
      anthropic: {
        tools: { peek: { op: "read", path: ["where"], offset: ["from"], style: "raw" } as const },
      },
    };
    const messages = [use("1", "peek", { where: "/a", from: 7 }), result("1", "g")];
    expect(resultsOf("anthropic", [{ messages }], map)).toMatchObject([
      { op: "read", path: "/a", printed: { first: 7, lines: ["g"] } },
    ]);
  });

  it("of a log of requests are read once, from the last one, though the mark of the cache moves", () => {
    const marked = (message: { content: object[] }): object => ({
      ...message,
      content: message.content.map((block) => ({ ...block, cache_control: { type: "ephemeral" } })),
    });
    const one = use("1", "bash", { command: "ls" }) as { content: object[] };
    const two = result("1", "a") as { content: object[] };
    const answer = { role: "assistant", content: [{ type: "text", text: "Done." }] };
    const { recorded } = recordedOf("anthropic", [
      { request: { system: "Be.", messages: [marked(one)] }, response: one },
      { request: { system: "Be.", messages: [one, marked(two)] }, response: answer },
    ]);
    expect(recorded).toMatchObject([
      { op: "message", text: "Be.", conversation: "conversation 1" },
      { op: "message", role: "assistant" },
      { op: "output", result: "a" },
      { op: "message", role: "assistant", text: "Done." },
      { op: "end" },
    ]);
    expect(recorded).toHaveLength(5);
  });
});
