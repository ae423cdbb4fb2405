import type { ReplayOptions } from "../replay-options.js";
import { type RecordingValue, replayValues } from "../replay-values.js";
import type { RecordingReport } from "../report/totals.js";

/** Replays these values as the lines of a file. */
export const replay = (values: readonly unknown[], options?: ReplayOptions): Promise<RecordingReport> =>
  replayValues(
    values.map((value, at): RecordingValue => ({ value, where: `file:${at + 1}` })),
    "file",
    options,
  );

/** 500 lines of output: more than the caps leave. */
export const log = Array.from({ length: 500 }, (_, at) => `line ${at}`).join("\n");
const content = Array.from({ length: 30 }, (_, at) => `${at}\n`).join("");
/** Own step lines of every kind. */
export const session: readonly unknown[] = [
  { op: "message", role: "user", text: "Do it. 😀" },
  { op: "message", role: "assistant", text: "I read." },
  { op: "read", id: "#a001", path: "a", content },
  { op: "message", role: "assistant", text: "Again." },
  { op: "read", id: "#a002", path: "a", content, offset: 2, limit: 3, result: "2\t1\n3\t2\n4\t3" },
  { op: "message", role: "assistant", text: "More." },
  { op: "output", id: "#a003", tool: "bash", text: log },
  { op: "output", id: "#a004", tool: "bash", text: "\u{1b}[31m😀 red\u{1b}[0m\n" },
  { op: "output", id: "#a005", tool: "bash", text: "" },
  { op: "output", id: "#a006", tool: "grep", args: { pattern: "x" }, text: "a:1:x\n" },
  { op: "output", id: "#a007", tool: "grep", args: { pattern: "x" }, text: "a:1:x\n" },
  { op: "recall", id: "#a008", target: "#a003", offset: 250, limit: 2 },
  {
    op: "edit",
    id: "#a009",
    path: "a",
    before: content,
    after: content.replace("7", "seven"),
    result: "Edited a.",
  },
  { op: "write", id: "#a00a", path: "we]ird\npath", after: "x\n", result: "Written." },
  { op: "read", id: "#a00b", path: "we]ird\npath", content: "x\n" },
  { op: "read", id: "#a00c", path: "we]ird\npath", content: "x\n" },
  { op: "read", id: "#a00d", path: "empty", content: "" },
  { op: "read", id: "#a00e", path: "empty", content: "" },
  { op: "read", id: "#a00f", path: "a", content, offset: 99 },
  { op: "read", id: "#a010", path: "long", content: `${"x".repeat(60_000)}\ny\n` },
  {
    op: "memory",
    id: "#a011",
    target: "user",
    entries: [],
    limit: 100,
    ops: [{ action: "add", content: "Tea." }],
    result: "Tea.",
  },
  {
    op: "job",
    id: "#a012",
    record: { kind: "command", id: "job1", command: "ls", exit: 0, seconds: 1, unread: "a" },
    result: "a",
  },
  { op: "compact" },
  { op: "message", role: "assistant", text: "On." },
  { op: "read", id: "#a013", path: "a", content },
  { op: "message", role: "assistant", text: "Again." },
  { op: "forget", ids: ["#a013"] },
  { op: "read", id: "#a014", path: "a", content },
  { op: "message", role: "assistant", text: "Done." },
];
