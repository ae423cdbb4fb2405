import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";

const item = (payload: object): object => ({ type: "response_item", payload });
const call = (id: string, name: string, args: object): object =>
  item({ type: "function_call", call_id: id, name, arguments: JSON.stringify(args) });
const output = (id: string, text: unknown): object =>
  item({ type: "function_call_output", call_id: id, output: text });

const patch = "*** Begin Patch\n*** Add File: a.md\n+one\n*** End Patch";

describe("a session of Codex", () => {
  it("has outputs of the shell in every form of result", () => {
    expect(
      resultsOf("codex", [
        call("1", "shell", { command: ["ls"] }),
        output("1", "a\n"),
        item({ type: "local_shell_call", call_id: "2", action: { type: "exec", command: ["pwd"] } }),
        output("2", { type: "input_text", text: "/repo" }),
        item({ type: "custom_tool_call", call_id: "3", name: "look", input: "no JSON" }),
        item({ type: "custom_tool_call_output", call_id: "3", output: [{ type: "input_text", text: "b" }] }),
      ]),
    ).toMatchObject([
      { op: "output", tool: "shell", args: { command: ["ls"] }, result: "a\n" },
      { op: "output", tool: "local_shell", result: "/repo" },
      { op: "output", tool: "look", args: { input: "no JSON" }, result: "b" },
    ]);
  });

  it("R6: has reads by commands of a shell, out of what their output is wrapped in", () => {
    const shell = (id: string, script: string, result: unknown): object[] => [
      call(id, "shell", { command: ["bash", "-lc", script] }),
      output(id, result),
    ];
    const json = (text: string, exit = 0): string =>
      JSON.stringify({ output: text, metadata: { exit_code: exit, duration_seconds: 0 } });
    const header = "Exit code: 0\nWall time: 0.1 seconds\nOutput:\n";
    const asked = json("b\nc\n");
    expect(
      resultsOf("codex", [
        ...shell("1", "sed -n '2,3p' a.ts", asked),
        ...shell("2", "cd src && cat a.ts", `${header}a\nb`),
        ...shell("3", "sed -n '2,3p' a.ts", json("sed: can't read a.ts: No such file or directory\n", 2)),
        ...shell("4", "cat a.ts", json("a\n", 1)),
        ...shell("5", "make", json("built", 2)),
        ...shell("6", "make", `${header}built\n`),
        ...shell("7", "cat a.ts", "Exit code: 0\nWall time: 0 seconds\nTotal output lines: 9\nOutput:\na\n"),
      ]),
    ).toMatchObject([
      { op: "read", path: "a.ts", result: asked, printed: { first: 2, lines: ["b", "c"] } },
      { op: "read", path: "src/a.ts", printed: { first: 1, lines: ["a", "b"], parts: 2 } },
      { op: "output", tool: "shell" },
      { op: "output", tool: "shell", text: "a\nexit code 1" },
      { op: "output", tool: "shell", text: "built\nexit code 2" },
      { op: "output", tool: "shell", text: "built\n" },
      { op: "output", tool: "shell" },
    ]);
  });

  it("has patches, through their own tool and through a shell, where they succeeded", () => {
    const created = { op: "edit", path: "a.md", changes: [{ kind: "whole", before: null, after: "one\n" }] };
    expect(
      resultsOf("codex", [
        item({ type: "custom_tool_call", call_id: "1", name: "apply_patch", input: patch }),
        item({
          type: "custom_tool_call_output",
          call_id: "1",
          output: '{"output":"Success. Updated the following files:\\nA a.md"}',
        }),
        call("2", "shell", { command: ["bash", "-lc", `apply_patch <<'EOF'\n${patch}\nEOF`] }),
        output("2", "Success. Updated the following files:\nA a.md"),
        call("3", "shell", { command: ["apply_patch", patch] }),
        output("3", "Invalid patch"),
        call("4", "shell", { command: ["apply_patch", patch] }),
        output("4", `Success. Updated the following files:\n${"A A ".repeat(100)}\nand more`),
      ]),
    ).toMatchObject([created, created, { op: "output" }, { op: "output", callId: "4" }]);
  });

  it("a compaction keeps the arguments of the calls in its history", () => {
    const { recorded } = recordedOf("codex", [
      call("1", "shell", { command: ["ls"] }),
      output("1", "a"),
      {
        type: "compacted",
        payload: {
          message: "So far.",
          replacement_history: [
            { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "1" },
            { type: "function_call_output", call_id: "1", output: "a" },
          ],
        },
      },
    ]);
    expect(recorded.slice(2)).toMatchObject([
      { op: "compact", kept: ["1"] },
      { op: "message", role: "user", text: '{"command":["ls"]}' },
    ]);
  });

  it("a rollback takes back what was said and called since the turn", () => {
    const said = (role: string, text: string): object =>
      item({ type: "message", role, content: [{ type: "input_text", text }] });
    const turn = { type: "event_msg", payload: { type: "user_message", message: "Go." } };
    const back = (turns: number): object => ({
      ...{ type: "event_msg", payload: { type: "thread_rolled_back", num_turns: turns } },
    });
    const { recorded } = recordedOf("codex", [
      said("user", "<environment_context></environment_context>"),
      ...[said("user", "One."), turn, call("1", "shell", { command: ["ls"] }), output("1", "a")],
      ...[said("user", "Two."), turn, said("assistant", "Yes."), said("user", "Three."), turn],
      ...[call("2", "shell", { command: ["ls"] }), output("2", "b"), said("assistant", "Done.")],
      ...[back(2), said("user", "Four."), turn, back(9), back(1), back(0)],
    ]);
    const names = recorded.map((each) => (each.op === "message" ? [each.text, each.id] : []));
    const named = new Map(names.map(([text, id]) => [text, id]));
    const forgotten = recorded.filter(({ op }) => op === "forget");
    const lastCall = names.filter(([text]) => text?.startsWith("{"))[1]?.[1];
    expect(forgotten).toEqual([
      {
        ...{ op: "forget", calls: ["2"] },
        messages: [
          ...["Two.", "Yes.", "Three."].map((text) => named.get(text)),
          lastCall,
          named.get("Done."),
        ],
      },
      {
        ...{ op: "forget", calls: ["1"] },
        messages: [
          named.get("One."),
          names.filter(([text]) => text?.startsWith("{"))[0]?.[1],
          named.get("Four."),
        ],
      },
    ]);
  });

  it("takes back a turn whose event comes before its message", () => {
    const said = (role: string, text: string): object =>
      item({ type: "message", role, content: [{ type: "input_text", text }] });
    const { recorded } = recordedOf("codex", [
      ...[said("user", "One."), said("assistant", "Yes.")],
      ...[{ type: "event_msg", payload: { type: "user_message" } }, said("user", "Two.")],
      { type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } },
    ]);
    const two = recorded.find((each) => each.op === "message" && each.text === "Two.");
    expect(recorded.at(-1)).toEqual({
      ...{ op: "forget", calls: [] },
      messages: [two?.op === "message" ? two.id : undefined],
    });
  });

  it("counts texts and calls between two inputs as one model call, and passes over what is for the screen", () => {
    const { recorded, problems } = recordedOf("codex", [
      { type: "session_meta", payload: { id: "s" } },
      item({ type: "message", role: "user", content: [{ type: "input_text", text: "Go." }] }),
      { type: "event_msg", payload: { type: "user_message", message: "Go." } },
      item({ type: "reasoning" }),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "I go." }] }),
      call("1", "shell", { command: ["ls"] }),
      call("2", "shell", { command: ["pwd"] }),
      output("1", "a"),
      output("2", "/"),
      item({ type: "message", role: "assistant", content: [] }),
      item({ type: "riddle" }),
      { type: "fable" },
      {
        type: "compacted",
        payload: { message: "", replacement_history: [{ type: "message", content: [{ text: "So far." }] }] },
      },
    ]);
    expect(recorded).toMatchObject([
      { role: "user", text: "Go." },
      { role: "assistant", text: 'I go.{"command":["ls"]}', continued: false },
      { role: "assistant", text: '{"command":["pwd"]}', continued: true },
      { op: "output" },
      { op: "output" },
      { role: "assistant", continued: false },
      { op: "compact", kept: [] },
      { role: "user", text: "So far." },
    ]);
    expect(problems.map(({ what }) => what)).toEqual(['unknown item "riddle"', 'unknown event "fable"']);
  });

  it("has reads of a shell that ran in a folder below the session's with their paths from there on", () => {
    const read = (id: string, workdir: string | undefined, path = "a.ts"): object[] => [
      call(id, "exec_command", { cmd: `sed -n '1,1p' ${path}`, workdir }),
      output(id, "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nx\n"),
    ];
    const session = { type: "session_meta", payload: { id: "s", cwd: "/repo" } };
    const folders = [undefined, "/repo", "/repo/", "/repo/web", ".", "/other"];
    const results = resultsOf("codex", [
      session,
      ...folders.flatMap((folder, at) => read(String(at), folder)),
      ...read("absolute", "/repo/web", "/repo/b.ts"),
    ]);
    expect(results.map((step) => (step.op === "read" ? step.path : step.op))).toEqual([
      ...["a.ts", "a.ts", "a.ts", "web/a.ts", "a.ts", "/other/a.ts", "/repo/b.ts"],
    ]);
  });

  it("takes turns back that began with an item that is completed, also where both events are there", () => {
    const turn = (text: string, ...events: object[]): object[] => [
      item({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
      ...events.map((payload) => ({ type: "event_msg", payload })),
    ];
    const said = { type: "item_completed", item: { type: "UserMessage", content: [] } };
    const older = { type: "user_message", message: "" };
    const { recorded } = recordedOf("codex", [
      ...turn("one", said),
      ...turn("two", said, older),
      call("1", "shell", { command: ["ls"] }),
      output("1", "a"),
      { type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } },
    ]);
    expect(recorded.at(-1)).toEqual({ op: "forget", calls: ["1"], messages: ["message 2", "message 3"] });
  });

  it.each(["Success. Updated the following files:\n", ""])(
    "looks through millions of rows behind %j",
    (begin) => {
      const row = begin === "" ? "Exit code: 0\n" : "A a\n";
      const results = resultsOf("codex", [
        call("1", "shell", { command: ["bash", "-lc", `apply_patch <<'EOF'\n${patch}\nEOF`] }),
        output("1", begin + row.repeat(6_000_000)),
      ]);
      expect(results).toMatchObject([{ op: "output", tool: "shell" }]);
    },
  );

  it("has no edit where a script does more than to patch: what it printed is an output", () => {
    const script = `apply_patch <<'EOF'\n${patch}\nEOF\nnpm test`;
    const done = "Success. Updated the following files:\nA a.md\n";
    const exec = `await tools.apply_patch(\`${patch}\`)`;
    const results = resultsOf("codex", [
      call("1", "shell", { command: ["bash", "-lc", script] }),
      output("1", JSON.stringify({ output: `${done}3 tests passed\n`, metadata: { exit_code: 0 } })),
      item({ type: "custom_tool_call", call_id: "2", name: "exec", input: exec }),
      item({ type: "custom_tool_call_output", call_id: "2", output: `Script completed\n${done}` }),
      call("3", "shell", { command: ["bash", "-lc", `apply_patch <<'EOF'\n${patch}\nEOF`] }),
      output("3", `Exit code: 0\nWall time: 0 seconds\nOutput:\n${done}`),
    ]);
    expect(results).toMatchObject([
      { op: "output", tool: "shell", text: `${done}3 tests passed\n` },
      { op: "output", tool: "exec", result: `Script completed\n${done}` },
      { op: "edit", path: "a.md" },
    ]);
  });
});
