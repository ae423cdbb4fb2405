import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";
import { replay } from "../testing/replay-steps.js";
import { recognise } from "./all-formats.js";

const calling = (...calls: (readonly [string, string, object])[]): object => ({
  role: "assistant",
  content: "I look.",
  tool_calls: calls.map(([id, name, args]) => ({
    ...{ id, type: "function" },
    function: { name, arguments: JSON.stringify(args) },
  })),
});
const result = (id: string, content: unknown): object => ({ role: "tool", tool_call_id: id, content });
const user = { role: "user", content: "Mend it." };

/** What mini-swe-agent's model is shown of a command, and what is kept beside it. */
const ran = (printed: string, exit = 0, more: object = {}): object => ({
  content: JSON.stringify({ returncode: exit, output: printed }, null, 2),
  extra: { raw_output: printed, returncode: exit, timestamp: 1 },
  ...more,
});
const mini = (messages: readonly object[], version = "1.1"): object => ({
  ...{
    info: { exit_status: "Submitted" },
    messages: [{ role: "system", content: "You work." }, user, ...messages],
  },
  trajectory_format: `mini-swe-agent-${version}`,
});

describe("OpenAI chat messages", () => {
  it("have calls and results, several of one answer too", () => {
    const messages = [
      { role: "developer", content: "Be brief." },
      user,
      calling(["c1", "read_file", { path: "a.ts", offset: 2, limit: 1 }], ["c2", "bash", { command: "ls" }]),
      result("c2", "a.ts"),
      result("c1", [{ type: "text", text: "2: two" }]),
      calling(["c3", "edit_file", { path: "a.ts", old_string: "two", new_string: "2" }]),
      result("c3", "Edited."),
      { role: "assistant", content: "Done." },
    ];
    const { recorded, problems } = recordedOf("openai", [{ messages }]);
    expect(problems).toEqual([]);
    expect(recorded).toMatchObject([
      { op: "message", role: "user", text: "Be brief." },
      { op: "message", role: "user", text: "Mend it." },
      { op: "message", role: "assistant" },
      { op: "output", tool: "bash", args: { command: "ls" }, result: "a.ts" },
      { op: "read", path: "a.ts", printed: { first: 2, lines: ["two"] } },
      { op: "message", role: "assistant" },
      { op: "edit", path: "a.ts", changes: [{ kind: "replace", old: "two", new: "2", all: false }] },
      { op: "message", role: "assistant", text: "Done." },
      { op: "end" },
    ]);
  });

  it.each([
    ["a document", { model: "m", messages: [user, calling(["c1", "bash", {}])] }],
    ["a list", [user, result("c1", "x")]],
    ["a message of the model", calling(["c1", "bash", {}])],
    ["a result", result("c1", "x")],
    ["a call of the older form", { role: "assistant", function_call: { name: "bash", arguments: "{}" } }],
    ["a document of mini-swe-agent without tools", mini([])],
  ])("are told by %s", (_, value) => {
    expect(recognise(value)?.name).toBe("openai");
  });

  it.each([
    [user],
    [{ role: "tool", content: "x" }],
    [{ messages: [user, { role: "assistant", content: "Hello." }] }],
    [{ messages: "none" }],
  ])("are not told by %j", (value) => {
    expect(recognise(value)).toBeUndefined();
  });

  it("may come one a line, and a conversation a line", async () => {
    const call = calling(["c1", "bash", { command: "cat a.ts" }]);
    const one = [user, call, result("c1", "let a\n"), { role: "assistant", content: "Done." }];
    expect((await replay(one)).totals).toMatchObject({ conversations: 1, rows: { output: { steps: 1 } } });
    const other = (text: string): object[] => [{ role: "user", content: text }, ...one.slice(1)];
    const three = await replay([{ messages: one }, { messages: other("Two.") }, other("Three.")]);
    expect(three.totals).toMatchObject({ conversations: 3, rows: { output: { steps: 3, stubs: 0 } } });
    expect(three.problems).toEqual([]);
  });

  it("of a log of requests are read once, from the last one of each conversation, with its answer", async () => {
    const call = (id: string): object => calling([id, "bash", { command: "ls" }]);
    const sent = (...messages: object[]): object => ({
      ...{ model: "m", call_type: "completion", messages },
      response: { choices: [{ message: { role: "assistant", content: "Done." } }] },
    });
    const other = { role: "user", content: "Look." };
    const log = [
      sent(user),
      sent(other),
      sent(user, call("c1"), result("c1", "four")),
      sent(user, call("c1"), result("c1", "four")),
      sent(other, call("c2"), result("c2", "sixsix")),
      sent(user, call("c1"), result("c1", "four"), call("c3"), result("c3", "eighteig")),
    ];
    const { totals } = await replay(log, { compare: true });
    expect(totals).toMatchObject({ conversations: 2, rows: { output: { steps: 3, given: 18 } } });
    expect(totals.policies[0]?.diffs.calls).toBe(5);
    const wrapped = log.map((value) => {
      const { messages, response } = value as { messages: object[]; response: object };
      return { custom_id: "1", body: { model: "m", messages }, response };
    });
    expect((await replay(wrapped)).totals).toMatchObject({
      conversations: 2,
      rows: { output: { steps: 3 } },
    });
  });

  it("that do not go on from one another are conversations of their own, in the order in which they end", () => {
    const chat = (at: number): object[] => [
      { role: "user", content: `Task ${at}.` },
      calling(["c", "bash", {}]),
    ];
    const { recorded } = recordedOf(
      "openai",
      Array.from({ length: 20 }, (_, at) => chat(at)),
    );
    const tasks = recorded.flatMap((step) =>
      step.op === "message" && step.role === "user" ? [step.text] : [],
    );
    expect(tasks).toEqual(Array.from({ length: 20 }, (_, at) => `Task ${at}.`));
  });

  it("have calls of the older form, of custom tools, and arguments that are no JSON", () => {
    const values = [
      [
        { role: "assistant", content: null, function_call: { name: "bash", arguments: '{"command":"ls"}' } },
        { role: "function", name: "bash", content: "a" },
        {
          role: "assistant",
          tool_calls: [{ id: "c1", type: "custom", custom: { name: "apply", input: "x" } }],
        },
        result("c1", "ok"),
        { role: "assistant", tool_calls: [{ id: "c2", function: { name: "bash", arguments: "{" } }] },
        result("c2", "not understood"),
      ],
    ];
    expect(resultsOf("openai", values)).toMatchObject([
      { op: "output", tool: "bash", args: { command: "ls" } },
      { op: "output", tool: "apply", args: { input: "x" } },
      { op: "output", tool: "bash", args: { input: "{" } },
    ]);
  });

  it("name what they do not know", () => {
    const { problems } = recordedOf("openai", [
      { messages: [{ role: "ghost", content: "" }, 1, result("c9", "whose?"), calling(["c1", "bash", {}])] },
    ]);
    expect(problems).toEqual([
      { what: 'unknown message of "ghost"', count: 1, first: "file:1, message 1" },
      { what: "message that has no role", count: 1, first: "file:1, message 2" },
      { what: "result whose call is not in the recording", count: 1, first: "file:1, message 3" },
      { what: "call of bash without a result", count: 1, first: "file:1, message 4" },
    ]);
  });
});

describe("a trajectory of mini-swe-agent", () => {
  const bash = (id: string, command: string): object => calling([id, "bash", { command }]);

  it("has what commands printed, without what it is shown in", () => {
    const long = "x\n".repeat(6_000);
    const values = [
      mini([
        bash("c1", "cd src && cat a.ts"),
        ran("let a\nlet b\n", 0, { role: "tool", tool_call_id: "c1" }),
        bash("c2", "cat gone.ts"),
        ran("cat: gone.ts: No such file\n", 1, { role: "tool", tool_call_id: "c2" }),
        bash("c3", "cat long.txt"),
        {
          ...ran(long, 0, { role: "tool", tool_call_id: "c3" }),
          content: JSON.stringify({ returncode: 0, output_head: long.slice(0, 5_000) }),
        },
        bash("c4", "echo COMPLETE"),
        { role: "exit", content: "done", extra: { exit_status: "Submitted" } },
      ]),
    ];
    const { recorded, problems } = recordedOf("openai", values);
    expect(recorded.filter(({ op }) => op !== "message" && op !== "end")).toMatchObject([
      {
        ...{ op: "read", path: "src/a.ts", callId: "c1" },
        printed: { first: 1, lines: ["let a", "let b"], parts: 3 },
        result: '{\n  "returncode": 0,\n  "output": "let a\\nlet b\\n"\n}',
      },
      { op: "output", callId: "c2", text: "cat: gone.ts: No such file\nexit code 1" },
      { op: "output", callId: "c3", result: expect.stringContaining("output_head") },
    ]);
    expect(recorded.find((step) => step.op === "output" && step.callId === "c3")).not.toHaveProperty("text");
    expect(problems).toEqual([
      { what: "call of bash without a result", count: 1, first: "file:1, message 9" },
    ]);
  });

  it.each([
    ["1.1", { extra: { actions: [{ command: "sed -n '2,3p' a.ts" }] }, content: "I look." }],
    ["1", { content: "I look.\n\n```bash\nsed -n '2,3p' a.ts\n```" }],
    ["1", { content: "THOUGHT: look\n```mswea_bash_command\nsed -n '2,3p' a.ts\n```\n" }],
  ])("has the commands of a model without tools, form %s: %j", (version, said) => {
    const shown = "<returncode>0</returncode>\n<output>\nlet b\nlet c\n</output>";
    const messages = [
      { role: "assistant", ...said },
      { role: "user", content: shown },
      { role: "assistant", content: "Two:\n```bash\nls\n```\n```bash\nls\n```" },
      { role: "user", content: "EXACTLY ONE action", extra: { interrupt_type: "FormatError" } },
      {
        ...{ role: "assistant", content: "```bash\nls\n```" },
        extra: { actions: [{ command: "ls" }], timestamp: 1_767_225_600.5 },
      },
      { role: "user", content: "<returncode>2</returncode>\n<output>\nno</output>" },
    ];
    const { recorded } = recordedOf("openai", [mini(messages, version)]);
    expect(recorded.find((step) => step.op === "message" && step.time !== undefined)).toMatchObject({
      time: 1_767_225_600_500,
    });
    expect(resultsOf("openai", [mini(messages, version)])).toMatchObject([
      { op: "read", path: "a.ts", printed: { first: 2, lines: ["let b", "let c"] }, result: shown },
      { op: "output", tool: "bash", args: { command: "ls" }, text: "no\nexit code 2" },
    ]);
  });

  it("has the calls of the responses API", () => {
    const response = {
      object: "response",
      output: [
        { type: "reasoning", summary: [] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
        { type: "function_call", call_id: "c1", name: "bash", arguments: '{"command":"ls"}' },
      ],
    };
    const { content, ...printed } = ran("a.ts\n") as { content: string };
    const output = { type: "function_call_output", call_id: "c1", output: content, ...printed };
    expect(recordedOf("openai", [mini([response, output])]).recorded.slice(2)).toMatchObject([
      { op: "message", role: "assistant", text: 'I look.{"command":"ls"}' },
      { op: "output", tool: "bash", callId: "c1", text: "a.ts\n", result: content },
      { op: "end" },
    ]);
  });

  it("has a command that the person ran", () => {
    expect(recordedOf("openai", [mini([ran("a.ts\n", 0, { role: "user" })])])).toMatchObject({
      recorded: [{}, {}, { op: "output", tool: "bash", text: "a.ts\n" }, { op: "end" }],
      problems: [{ what: "result whose call is not in the recording" }],
    });
  });
});
