import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";

let next = 0;
const pair = (action: string, args: object, observation: string, content: string): object[] => {
  const id = next;
  next += 2;
  return [
    { id, source: "agent", action, args },
    { id: id + 1, source: "agent", observation, cause: id, content, extras: {} },
  ];
};

describe("a session of OpenHands", () => {
  it("R3: has given the 30,000 characters that are shown of an observation, and reads as their tool cut them", () => {
    const long = `${"a".repeat(20_000)}${"b".repeat(1)}${"\u{1f600}".repeat(20_000)}`;
    const cut = `${"a".repeat(15_000)}\n[... Observation truncated due to length ...]\n${"\u{1f600}".repeat(15_000)}`;
    const history = [
      ...pair("run", { command: "make" }, "run", long),
      ...pair("run", { command: "make" }, "run", "c".repeat(30_000)),
      ...pair("read", { path: "/a" }, "read", long),
    ];
    expect(resultsOf("openhands", [{ instance_id: "a", history }])).toMatchObject([
      { op: "output", result: cut },
      { op: "output", result: "c".repeat(30_000) },
      { op: "read", result: long },
    ]);
  });

  it("has reads, edits by command, and commands, each instance a conversation of its own", () => {
    const history = [
      { id: 900, source: "user", action: "message", args: { content: "Mend it." } },
      ...pair(
        "read",
        { path: "/a.c", view_range: [4, 5] },
        "read",
        "Here's the result of running `cat -n` on /a.c:\n     4\tint a;\n     5\tint b;\n",
      ),
      ...pair(
        "edit",
        { path: "/a.c", command: "str_replace", old_str: "int a;", new_str: "int c;" },
        "edit",
        "The file /a.c has been edited.",
      ),
      ...pair(
        "edit",
        { path: "/b.c", command: "create", file_text: "x\n" },
        "edit",
        "New file created successfully at: /b.c",
      ),
      ...pair(
        "edit",
        { path: "/a.c", command: "insert", insert_line: 4, new_str: "y" },
        "edit",
        "The file /a.c has been edited. Here it is:\n     4\tint c;\n     5\ty\n     6\t\n",
      ),
      ...pair(
        "edit",
        { path: "/a.c", command: "str_replace", old_str: "q", new_str: "r" },
        "edit",
        "ERROR:\nNo replacement was performed",
      ),
      ...pair("run", { command: "make" }, "run", "make: done"),
    ];
    const results = resultsOf("openhands", [
      { instance_id: "i", history },
      { instance_id: "i", history: [] },
    ]);
    expect(results).toMatchObject([
      { op: "read", path: "/a.c", printed: { first: 4, lines: ["int a;", "int b;"] } },
      { op: "edit", changes: [{ kind: "replace", old: "int a;", new: "int c;" }] },
      { op: "edit", path: "/b.c", changes: [{ kind: "whole", after: "x\n" }] },
      {
        op: "edit",
        changes: [{ kind: "insert", after: 4, text: "y" }],
        echo: { first: 4, lines: ["int c;", "y"] },
      },
      { op: "output", tool: "edit" },
      { op: "output", tool: "bash", args: { command: "make" } },
    ]);
    expect(new Set(results.map((step) => step.conversation))).toEqual(new Set(["i 1"]));
  });

  it("forgets what its condensation forgets, and names what it does not know", () => {
    const events = [
      ...pair("run", { command: "ls" }, "run", "a"),
      {
        id: 500,
        source: "agent",
        action: "condensation",
        args: { forgotten_events_start_id: 3, forgotten_events_end_id: 5, summary: "So far." },
      },
      { id: 501, source: "agent", observation: "error", content: "Bad call." },
      { id: 502, source: "agent", action: "browse", args: {} },
      { id: 503, source: "agent" },
    ];
    const { recorded, problems } = recordedOf("openhands", [events]);
    expect(recorded).toMatchObject([
      { op: "message", role: "assistant" },
      { op: "output", result: "a" },
      { op: "forget", calls: ["3", "4", "5"], messages: ["3", "4", "5"] },
      { op: "message", role: "user", text: "So far." },
      { op: "output", tool: "error", result: "Bad call." },
      { op: "message", role: "assistant" },
      { op: "end" },
    ]);
    expect(problems).toEqual([
      { what: "event that is neither action nor observation", count: 1, first: "file:1, event 503" },
      { what: "call of browse without a result", count: 1, first: "file:1, event 502" },
    ]);
  });
});
