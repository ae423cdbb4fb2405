const before = "let a = 1;\nlet b = 2;\nlet c = 3;\n";
const noise = Array.from({ length: 2_100 }, (_, at) => `test ${at + 1} passed`).join("\n");

/**
 * A session of ten results, of every kind: three read by the model's second call, four by its third, three by its
 * fourth, after which the conversation is summarised but for one. The result that comes last no model call reads.
 */
export const tenSteps: readonly unknown[] = [
  { op: "message", role: "user", text: "Make b four." },
  { op: "message", role: "assistant", text: "I look." },
  { op: "read", id: "#a001", path: "a.ts", content: before, result: `<file>\n${before}</file>` },
  { op: "read", id: "#a002", path: "a.ts", content: before },
  { op: "output", id: "#a003", tool: "grep", args: { pattern: "b" }, text: "a.ts:2:let b = 2;\n" },
  { op: "message", role: "assistant", text: "Once more, and the tests." },
  { op: "output", id: "#a004", tool: "grep", args: { pattern: "b" }, text: "a.ts:2:let b = 2;\n" },
  { op: "output", id: "#a005", tool: "bash", text: `\u{1b}[32m${noise}\u{1b}[0m\n` },
  { op: "edit", id: "#a006", path: "a.ts", before, after: before.replace("2", "4"), result: "Edited." },
  { op: "write", id: "#a007", path: "b.ts", before: null, after: "let d;\n", result: "Written." },
  { op: "message", role: "assistant", text: "What was in the middle?" },
  { op: "recall", id: "#a008", target: "#a005", offset: 1_000, limit: 1, result: "test 1000 passed" },
  {
    ...{ op: "memory", id: "#a009", target: "user", entries: [], limit: 100 },
    ...{ ops: [{ action: "add", content: "b is four." }], result: "Added." },
  },
  {
    ...{ op: "job", id: "#a00a", result: "built" },
    record: { kind: "command", id: "job1", command: "make", exit: 0, seconds: 5, unread: "built" },
  },
  { op: "sing" },
  { op: "message", role: "assistant", text: "Done." },
  { op: "compact", kept: ["#a005"] },
  { op: "message", role: "assistant", text: "Summary read." },
  { op: "output", id: "#a00b", tool: "bash", text: "x".repeat(5_000) },
];
