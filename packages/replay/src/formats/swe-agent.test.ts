import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";

const window = (path: string, lines: string, total: number): string =>
  `[File: ${path} (${total} lines total)]\n${lines}`;

describe("a session of SWE-agent", () => {
  it("has windows and edits by line number", () => {
    const trajectory = [
      {
        action: "open a.py 2\n",
        observation: window("/r/a.py", "(1 more lines above)\n2:b\n3:c\n", 3),
        thought: "Open.",
      },
      {
        action: "edit 2:2\nB\nend_of_edit\n",
        observation: window("/r/a.py", "1:a\n2:B\n3:c\n", 3),
        thought: "Edit.",
      },
      {
        action: "edit 2:2\n  B\nend_of_edit\n",
        observation:
          "Your proposed edit has introduced new syntax error(s).\n[File: /r/a.py (3 lines total)]\n1:a",
      },
      { action: "create new.py\n", observation: window("/r/new.py", "1:\n", 1) },
      { action: "search_dir x\n", observation: 'Found 1 matches for "x"' },
      { action: "ls -F\n", observation: "a.py\n" },
    ];
    expect(resultsOf("swe-agent", [{ trajectory, history: [] }])).toMatchObject([
      { op: "read", path: "/r/a.py", printed: { first: 2, lines: ["b", "c"], parts: 4 } },
      {
        op: "edit",
        path: "/r/a.py",
        changes: [{ kind: "lines", from: 2, to: 2, text: "B" }],
        echo: { lines: ["a", "B", "c"] },
      },
      { op: "output" },
      { op: "edit", path: "/r/new.py", changes: [{ kind: "whole", before: null, after: "\n" }] },
      { op: "output", tool: "grep" },
      { op: "output", tool: "bash", args: { command: "ls -F" } },
    ]);
  });

  it("R3: has given what the history has, and of an observation that it does not have what is shown of it", () => {
    const history = [
      { role: "user", content: "Mend it." },
      { role: "assistant", content: "A demonstration.", action: "ls", is_demo: true },
      { role: "user", content: "demo" },
      { role: "assistant", content: "I look.", action: "ls\n" },
      { role: "user", content: [{ type: "text", text: "OBSERVATION:\na.py\nbash-$" }] },
      { role: "assistant", content: "And open it.", action: "open a.py\n" },
      { role: "user", content: "[File: /r/a.py (1 lines total)]\n1:a\nbash-$" },
      { role: "assistant", content: "Another one.", action: "pwd" },
      { role: "user", content: "not of this step" },
      { role: "assistant", content: "The end.", action: "submit" },
    ];
    const trajectory = [
      { action: "ls\n", observation: "a.py" },
      { action: "open a.py\n", observation: window("/r/a.py", "1:a\n", 1) },
      { action: "cat log", observation: "\u{1f600}".repeat(100_001) },
      { action: "submit", observation: "y".repeat(100_000) },
    ];
    const results = resultsOf("swe-agent", [{ trajectory, history }]);
    expect(results).toMatchObject([
      { op: "output", result: "OBSERVATION:\na.py\nbash-$" },
      { op: "read", result: "[File: /r/a.py (1 lines total)]\n1:a\nbash-$", printed: { lines: ["a"] } },
      { op: "output", result: `${"\u{1f600}".repeat(100_000)}<response clipped>` },
      { op: "output", result: "y".repeat(100_000) },
    ]);
  });

  it("has tool calls with their arguments, and relative paths made absolute", () => {
    const answer = (action: string, name: string, args: object): object => ({
      role: "assistant",
      action,
      tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }],
    });
    const state = { working_dir: "/r", open_file: "/r/a.py" };
    const steps = [
      ["open", 'open "a.py"', { path: "a.py" }, window("a.py", "1:a\n", 1).replaceAll("\n", "\r\n")],
      [
        "edit",
        "edit 'a' 'b'",
        { search: "a", replace: "b" },
        `Text replaced.\n${window("/r/a.py", "1:b", 1)}`,
      ],
      ["insert", "insert 'c' 1", { text: "c", line: 1 }, window("/r/a.py", "1:b\n2:c", 2)],
      [
        "str_replace_editor",
        "str_replace_editor view /r/b.py",
        { command: "view", path: "/r/b.py" },
        "     1\tx",
      ],
    ] as const;
    const history = [
      { role: "system", content: "Be." },
      ...steps.map(([name, action, args]) => answer(action, name, args)),
    ];
    const trajectory = [
      ...steps.map(([, action, , observation]) => ({ action, observation, state })),
      { thought: "?" },
    ];
    const { recorded, problems } = recordedOf("swe-agent", [{ trajectory, history }]);
    expect(recorded[0]).toMatchObject({ op: "message", role: "user", text: "Be." });
    expect(recorded.filter(({ op }) => op !== "message")).toMatchObject([
      { op: "read", path: "/r/a.py", printed: { lines: ["a"] } },
      { op: "edit", path: "/r/a.py", changes: [{ kind: "replace", old: "a", new: "b", all: false }] },
      { op: "edit", changes: [{ kind: "insert", after: 1, text: "c" }] },
      { op: "read", path: "/r/b.py" },
      { op: "end" },
    ]);
    expect(problems.map(({ what }) => what)).toEqual(["step without action or observation"]);
  });
});
