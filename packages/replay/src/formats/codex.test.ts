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
      ]),
    ).toMatchObject([created, created, { op: "output" }]);
  });

  it("counts texts and calls between two inputs as one model call, and passes over what is for the screen", () => {
    const { recorded, problems } = recordedOf("codex", [
      { type: "session_meta", payload: { id: "s" } },
      item({ type: "message", role: "user", content: [{ type: "input_text", text: "Go." }] }),
      { type: "event_msg", payload: { type: "user_message", message: "Go." } },
      item({ type: "reasoning" }),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "I go." }] }),
      call("1", "shell", { command: ["ls"] }),
      output("1", "a"),
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
      { role: "assistant", continued: false },
      { role: "assistant", continued: true },
      { op: "output" },
      { role: "assistant", continued: false },
      { op: "compact", kept: [] },
      { role: "user", text: "So far." },
    ]);
    expect(problems.map(({ what }) => what)).toEqual(['unknown item "riddle"', 'unknown event "fable"']);
  });
});
