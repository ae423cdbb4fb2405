import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";
import { recognise } from "./all-formats.js";

const calling = (id: string, name: string, args: object): object => ({
  role: "assistant",
  content: [{ type: "think", think: "Hm." }],
  tool_calls: [{ type: "function", id, function: { name, arguments: JSON.stringify(args) } }],
});
const result = (id: string, ...texts: string[]): object => ({
  ...{ role: "tool", tool_call_id: id },
  content: texts.map((text) => ({ type: "text", text })),
});
const note = (text: string): string => `<system>${text}</system>`;

describe("a session of Kimi CLI", () => {
  it("has reads whose note says where the file ends, edits, and commands", () => {
    const read = { path: "a.ts" };
    const lines = "     1\tlet a\n     2\tlet b\n";
    const of = "2 lines read from file starting from line 1. Total lines in file";
    const results = resultsOf("kimi-cli", [
      calling("1", "ReadFile", read),
      result("1", note(`${of}: 2. End of file reached.`), lines),
      calling("2", "ReadFile", read),
      result("2", note(`${of}: 9. Max 100 bytes reached.`), lines),
      calling("3", "ReadFile", read),
      result("3", note(`${of}: 2. End of file reached. Lines [2] were truncated.`), lines),
      calling("4", "StrReplaceFile", { path: "a.ts", edit: { old: "a", new: "b" } }),
      result("4", note("File successfully edited.")),
      calling("5", "WriteFile", { path: "a.ts", content: "c\n", mode: "append" }),
      result("5", note("File successfully appended to.")),
      calling("6", "Shell", { command: "head -2 a.ts" }),
      result("6", note("Command executed successfully."), "let a\n"),
      calling("7", "StrReplaceFile", { path: "a.ts", edit: [{ old: "x", new: "y" }] }),
      result("7", note("ERROR: No replacements were made.")),
    ]);
    expect(results[1]).toHaveProperty("printed", { first: 1, lines: ["let a", "let b"] });
    expect(results).toMatchObject([
      { op: "read", path: "a.ts", printed: { first: 1, lines: ["let a", "let b"], parts: 3 } },
      { op: "read", printed: { first: 1 } },
      { op: "read", printed: undefined, unplaced: "a line of it was cut" },
      { op: "edit", path: "a.ts", changes: [{ kind: "replace", old: "a", new: "b", all: false }] },
      { op: "output", tool: "WriteFile" },
      { op: "output", tool: "bash" },
      { op: "output", tool: "StrReplaceFile" },
    ]);
  });

  it("has lines for the program between its messages, of which the first may be one", () => {
    const values = [
      { role: "_system_prompt", content: "You work." },
      { role: "_checkpoint", id: 0 },
      { role: "user", content: [{ type: "text", text: "Mend it." }] },
      calling("1", "Glob", { pattern: "*" }),
      { role: "_usage", token_count: 9 },
      result("1", "a.ts"),
    ];
    const { recorded, problems } = recordedOf("kimi-cli", values);
    expect(problems).toEqual([]);
    expect(recorded.map((step) => (step.op === "message" ? step.text : step.op))).toEqual([
      ...["You work.", "Mend it.", '{"pattern":"*"}', "output"],
    ]);
    expect([values[0], values[1]].map((value) => recognise(value)?.name)).toEqual(["kimi-cli", "kimi-cli"]);
  });
});
