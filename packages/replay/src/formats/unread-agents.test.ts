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
