import { describe, expect, it } from "vitest";
import { recognise } from "./all-formats.js";
import { unreadAgent } from "./unread-agents.js";

const droidStart = { type: "session_start", id: "s", title: "Mend it", cwd: "/repo", version: 2 };
const init = { type: "system", subtype: "init", session_id: "s", cwd: "/repo", tools: ["Bash"] };
const resolved = {
  ...{ issue: { number: 1, title: "It fails" }, issue_type: "issue", instruction: "Mend it." },
  ...{ git_patch: "", success: true, error: null },
};

describe("R5: a recording of an agent that is known and not read", () => {
  it.each([
    [
      "Cursor (a transcript without the results of tools)",
      { role: "user", message: { content: [{ type: "text", text: "<user_query>Mend it.</user_query>" }] } },
    ],
    ["Droid", droidStart],
    ["Droid", { type: "session_start", id: "s", title: "", sessionTitle: "", owner: "me" }],
    [
      "OpenHands' resolver",
      {
        ...resolved,
        history: [
          { action: "run", command: "ls", thought: "" },
          { observation: "run", content: "a.ts", command: "ls" },
        ],
      },
    ],
    ["OpenHands' resolver", { ...resolved, history: [] }],
    ["Claude Code (printed by `--output-format stream-json`)", init],
    ["Qwen Code (printed by `--output-format stream-json`)", { ...init, qwen_code_version: "0.19.4" }],
    ["Codex (printed by `codex exec --json`)", { type: "thread.started", thread_id: "t" }],
    ["Amp (printed by `--stream-json`)", { ...init, session_id: "T-0123abcd-ffff" }],
    [
      "Amp",
      {
        id: "T-0123abcd-ffff",
        messages: [
          { role: "assistant", content: [{ type: "tool_use", id: "1", name: "Read", input: {} }] },
          { role: "user", content: [{ type: "tool_result", toolUseID: "1", run: { status: "done" } }] },
        ],
      },
    ],
    ["Goose", { role: "assistant", created: 1, content: [{ type: "toolRequest", id: "1" }] }],
    ["Goose", { role: "user", created: 1, content: [{ type: "toolResponse", id: "1" }] }],
    ["Goose", { id: "1", working_dir: "/repo", conversation: [] }],
    [
      "Cline, Roo Code or Kilo Code",
      [
        {
          role: "user",
          content: [
            { type: "text", text: "Mend it." },
            { type: "text", text: "<environment_details>\n</environment_details>" },
          ],
        },
        { role: "assistant", content: [{ type: "tool_use", id: "1", name: "read_file", input: {} }] },
      ],
    ],
    ["Cline, Roo Code or Kilo Code", [{ role: "user", content: [], ts: 1, condenseParent: "c" }]],
    [
      "Cline, Roo Code or Kilo Code (what their windows show)",
      [{ ts: 1, type: "say", say: "text", text: "Mend it." }],
    ],
    [
      "Continue",
      { sessionId: "s", workspaceDirectory: "/repo", history: [{ message: { role: "user", content: "" } }] },
    ],
    ["Copilot in VS Code", { version: 3, responderUsername: "GitHub Copilot", requests: [] }],
    [
      "Kimi CLI (the log of its window; `context.jsonl` beside it is read)",
      { type: "metadata", protocol_version: "1.9" },
    ],
    ["Harbor (a trajectory in the form ATIF)", { schema_version: "ATIF-v1.5", steps: [] }],
    ["Trae Agent", { task: "Mend it.", llm_interactions: [], agent_steps: [] }],
  ])("is %s's by %j", (title, value) => {
    expect(unreadAgent(value)).toBe(title);
  });

  it.each([
    ["claude-code", { type: "user", sessionId: "s", message: { role: "user", content: "Mend it." } }],
    ["claude-code", { type: "system", subtype: "compact_boundary", sessionId: "s" }],
    ["pi", { type: "session", id: "s", cwd: "/repo" }],
    ["pi", { type: "message", id: "m", message: { role: "user", content: [] } }],
    [
      "openhands",
      { ...resolved, history: [{ id: 0, source: "agent", action: "run", args: { command: "ls" } }] },
    ],
    ["openhands", { instance_id: "i", git_patch: "", history: [{ source: "user", action: "message" }] }],
    [
      "anthropic",
      [{ role: "assistant", content: [{ type: "tool_use", id: "1", name: "read_file", input: {} }] }],
    ],
    ["kimi-cli", { role: "_system_prompt", content: "You work." }],
  ])("is not a recording that is read: %s, by %j", (name, value) => {
    expect(unreadAgent(value)).toBeUndefined();
    expect(recognise(value)?.name).toBe(name);
  });

  it.each([
    ...[undefined, null, "", 1, [], {}, { type: "session_start" }, { issue: {}, history: [] }],
    // Cursor's stream, which is read, begins so.
    { type: "system", subtype: "init", session_id: "s", cwd: "/repo", model: "auto" },
    { ...init, subtype: "compact_boundary" },
    { type: "thread.started" },
  ])("is not shown by %j", (value) => {
    expect(unreadAgent(value)).toBeUndefined();
  });
});
