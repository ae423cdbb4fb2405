import { describe, expect, it } from "vitest";
import { recordedOf } from "../testing/recorded-of.js";

describe("own step lines", () => {
  it("are the fixtures' steps, with what a plain tool gave where it is recorded", () => {
    const { recorded, problems } = recordedOf("lembas", [
      { op: "read", id: "#A001", path: "a", content: "1\n2\n3\n", offset: 2 },
      { op: "read", id: "#a002", path: "a", content: "1\n", result: "1 | 1" },
      { op: "edit", id: "#a003", path: "a", before: "1\n", after: "2\n" },
      { op: "write", path: "b", after: null },
      { op: "edit", id: "#a006", path: "a", before: "1\n", after: "2\n", in_call: ["2", 5] },
      { op: "output", id: "#a004", tool: "bash", args: { command: "ls" }, text: "a" },
      { op: "recall", id: "#a005", target: "#a004", limit: 1 },
      { op: "compact", kept: ["#a004"] },
      { op: "forget", ids: ["#a001"] },
      {
        op: "memory",
        target: "user",
        entries: ["Tea."],
        limit: 100,
        ops: [{ action: "remove", old_text: "Tea." }],
      },
      { op: "job", record: { kind: "command", id: "job1", command: "ls", exit: 0, seconds: 1 } },
      { op: "message", role: "assistant", text: "Done." },
    ]);
    expect(problems).toEqual([]);
    expect(recorded).toMatchObject([
      { op: "read", id: "#a001", content: "1\n2\n3\n", offset: 2, result: "2\n3" },
      { op: "read", result: "1 | 1" },
      { op: "edit", content: { before: "1\n", after: "2\n" }, result: "" },
      { op: "edit", content: { before: null, after: null } },
      { op: "edit", callTexts: ["2"] },
      { op: "output", tool: "bash", result: "a" },
      { op: "recall", target: "#a004", limit: 1 },
      { op: "compact", kept: ["#a004"] },
      { op: "forget", calls: ["#a001"] },
      { op: "memory", target: "user", entries: ["Tea."], limit: 100 },
      { op: "job", record: { id: "job1" } },
      { op: "message", role: "assistant" },
    ]);
  });

  it("that are no steps are counted by what is wrong with them", () => {
    const { recorded, problems } = recordedOf("lembas", [
      { op: "read", id: "#a001", path: "a", content: "" },
      { op: "read", id: "#A001", path: "a", content: "" },
      { op: "read", id: "a1", path: "a", content: "" },
      { op: "read", content: "" },
      { op: "read", path: "a" },
      { op: "edit", path: "a", before: 1, after: "" },
      { op: "dance", path: "a" },
      { op: "memory", limit: 0 },
      { op: "job", record: { kind: "dream" } },
      7,
    ]);
    expect(recorded).toHaveLength(1);
    expect(problems.map(({ what }) => what)).toEqual([
      "step whose id was given before",
      "step with a malformed id",
      "read without a path",
      "read without content",
      "edit without its texts",
      'unknown step "dance"',
      "memory without a limit",
      "job of an unknown kind",
      "unknown step undefined",
    ]);
  });
});
