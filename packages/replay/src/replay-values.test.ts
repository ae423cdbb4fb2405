import { describe, expect, test } from "vitest";
import type { ReplayOptions } from "./replay-options.js";
import { type RecordingValue, replayValues, UnknownFormatError } from "./replay-values.js";
import { countWrong, reportText } from "./report-text.js";
import { type RecordingReport, stepKinds, sumRows } from "./totals.js";

const replay = (values: readonly unknown[], options?: ReplayOptions): Promise<RecordingReport> =>
  replayValues(
    values.map((value, at): RecordingValue => ({ value, where: `file:${at + 1}` })),
    "file",
    options,
  );

const log = Array.from({ length: 500 }, (_, at) => `line ${at}`).join("\n");
const content = Array.from({ length: 30 }, (_, at) => `${at}\n`).join("");
const session: readonly unknown[] = [
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
  { op: "forget", ids: ["#a013"] },
  { op: "read", id: "#a014", path: "a", content },
];

describe("a replay", () => {
  test.each([{}, { union: true }, { acrossEdits: true }, { union: true, acrossEdits: true }])(
    "has causes that add up to the difference, with %j",
    async (options) => {
      const { totals, problems } = await replay(session, { ...options, verify: true, compare: true });
      const { given, inserted, steps } = sumRows(totals);
      expect(problems).toEqual([]);
      expect(steps).toBe(21);
      expect(Object.values(totals.causes).reduce((sum, characters) => sum + characters, 0)).toBe(
        inserted - given,
      );
      expect(countWrong(totals)).toBe(0);
      expect(totals.verdicts["lembas"]).toMatchObject({ stubs: 3, repeats: 1, recalls: 1 });
    },
  );

  test("names each cause by what it did", async () => {
    const only = async (...steps: unknown[]): Promise<object> => (await replay(steps)).totals.causes;
    expect(await only({ op: "read", path: "a", content: "a\nb\n", limit: 1, result: "1 a" })).toEqual({
      heads: "[#00000001 a lines 1-1 of 2 sha 911169dd]\n".length,
      numbers: 3,
      notes: "\n\n(1 more line — read again with offset 2)".length,
      pages: 0,
      ownReads: -2,
    });
    expect(await only({ op: "output", tool: "bash", text: `${log}\n` })).toMatchObject({
      heads: 12,
      cleaned: 0,
    });
    expect(await only({ op: "output", tool: "bash", text: "a\n" })).toEqual({ heads: 12, cleaned: -1 });
    expect(await only({ op: "write", path: "a", after: "x\n", result: "Done." })).toEqual({
      heads: "[#00000001 a sha 73cb3858] ".length,
      diffs: "Created, 1 line.".length,
      ownEdits: -5,
    });
  });

  test("gives every inserted text", async () => {
    const texts: string[] = [];
    await replay(session, { onInserted: (text) => texts.push(text) });
    expect(texts).toHaveLength(21);
    expect(texts[1]).toMatch(
      /^\[#a002 a lines 2-4 of 30 sha [0-9a-f]{8}\] Unchanged since #a001, which already shows lines 1-30\.$/,
    );
  });

  test("compares policies in the same session, and counts calls in the same way", async () => {
    const { totals } = await replay(session, { compare: true });
    const names = totals.policies.map(({ name }) => name);
    expect(names).toEqual([
      "as recorded",
      "everything whole",
      "cut to 30,000 characters",
      "tail of 2,000 lines or 50 KB",
      "same range again",
      "clear all but the newest three",
      "lembas",
      "lembas + union",
      "lembas + acrossEdits",
      "lembas + union + acrossEdits",
    ]);
    expect(new Set(totals.policies.map(({ diffs }) => diffs.calls))).toEqual(new Set([4]));
    const { given, inserted } = sumRows(totals);
    expect(totals.policies[0]?.diffs.inserted).toBe(given);
    expect(totals.policies[6]?.diffs.inserted).toBe(inserted);
    expect(totals.policies[8]?.oneLine).toBeUndefined();
    const calls = await replay(session, { calls: true });
    expect(calls.totals.policies).toEqual([totals.policies[0], totals.policies[6]]);
  });

  test("prints a report for people", async () => {
    const { totals, problems } = await replay([...session, { op: "sing" }], { verify: true, compare: true });
    const text = reportText("A session", totals, problems, { tokens: false, compare: true, calls: false });
    for (const kind of [
      "read",
      "edit",
      "write (new file)",
      "other tools",
      "recall",
      "memory",
      "background job",
    ])
      expect(text).toContain(`\n${kind} `);
    expect(text).toMatch(/heads \(\[#id …\]\) +\+\d/);
    expect(text).toMatch(/caps +−\d/);
    expect(text).toContain("Verified, lembas: 3 stubs, 1 elided repeat, 1 recall checked, 0 false.");
    expect(text).toContain('1 × unknown step "sing" (first: file:28)');
  });

  test("keeps conversations of one file apart", async () => {
    const line = (id: string, sidechain: boolean): object[] => [
      {
        sessionId: "s",
        type: "assistant",
        isSidechain: sidechain,
        message: { content: [{ type: "tool_use", id, name: "Read", input: { file_path: "/a" } }] },
      },
      {
        sessionId: "s",
        type: "user",
        isSidechain: sidechain,
        message: { content: [{ type: "tool_result", tool_use_id: id, content: "     1\ta" }] },
      },
    ];
    const { totals, format } = await replay([...line("1", false), ...line("2", true), ...line("3", false)], {
      verify: true,
    });
    expect(format).toBe("Claude Code");
    expect(totals.conversations).toBe(2);
    expect(totals.rows.read).toMatchObject({ steps: 3, stubs: 1 });
  });

  test("reads the branch of Claude Code that was active last, and results of calls side by side", async () => {
    const line = (uuid: string, parentUuid: string | null, type: string, content: unknown): object => ({
      sessionId: "s",
      type,
      uuid,
      parentUuid,
      message: { content },
    });
    const call = (id: string): object[] => [{ type: "tool_use", id, name: "Bash", input: {} }];
    const result = (id: string): object[] => [{ type: "tool_result", tool_use_id: id, content: id }];
    const values = [
      line("1", null, "user", "Look."),
      line("2", "1", "assistant", call("a")),
      line("3", "2", "assistant", call("b")),
      line("4", "2", "user", result("a")),
      line("5", "3", "user", result("b")),
      line("6", "5", "assistant", [{ type: "text", text: "Looked." }]),
      line("7", "6", "user", "Not so."),
      line("8", "7", "assistant", call("c")),
      line("9", "8", "user", result("c")),
      { sessionId: "s", type: "attachment", uuid: "10", parentUuid: "9" },
      line("11", "6", "user", "So."),
      line("12", "11", "assistant", call("d")),
      line("13", "12", "user", result("d")),
    ];
    const texts: string[] = [];
    const { problems } = await replay(values, { onInserted: (text) => texts.push(text.slice(-1)) });
    expect(texts).toEqual(["a", "b", "d"]);
    expect(problems).toEqual([{ what: "entry of another branch, left out", count: 3, first: "file:7" }]);
  });

  test("is the same of values that can be gone through only once", async () => {
    const values = ["0", "1", "1"].map((parentId, at) => ({
      value: {
        type: "message",
        id: `${at + 1}`,
        parentId,
        message: { role: "bashExecution", output: `${at}` },
      },
      where: "",
    }));
    const once = await replayValues(values.values(), "file");
    expect(once).toEqual(await replayValues(values, "file"));
    expect(once.totals.rows.output.steps).toBe(2);
  });

  test("counts broken lines, also before the format is known", async () => {
    const { problems, totals } = await replay([
      undefined,
      { unlike: "any" },
      session[0],
      undefined,
      session[2],
    ]);
    expect(problems).toEqual([
      { what: "broken line", count: 2, first: "file:1" },
      { what: "unknown step undefined", count: 1, first: "file:2" },
    ]);
    expect(sumRows(totals).steps).toBe(1);
  });

  test("of an unknown file is an Error that names what is known", async () => {
    const error = new UnknownFormatError("file");
    expect(error.message).toBe(
      "file is no recording that is known. Known: own step lines, pi, Claude Code, Codex, OpenHands, SWE-agent, Anthropic messages.",
    );
    await expect(replay([{ a: 1 }, 2, null, undefined])).rejects.toThrow(error);
    await expect(replay([])).rejects.toThrow(UnknownFormatError);
    await expect(replay(Array.from({ length: 300 }, () => ({ a: 1 })))).rejects.toThrow(UnknownFormatError);
  });

  test("has tables of at most 100 columns, up to a billion characters and a trillion read by all calls", async () => {
    const { totals, problems } = await replay(session, { verify: true, compare: true });
    const large = { steps: 123_456, stubs: 123_456, capped: 123_456, given: 10 ** 9, inserted: 2 * 10 ** 9 };
    for (const kind of stepKinds)
      Object.assign(totals.rows[kind], large, { givenTokens: 10 ** 9, insertedTokens: 2 * 10 ** 9 });
    for (const cause of Object.keys(totals.causes)) Object.assign(totals.causes, { [cause]: -(10 ** 9) });
    for (const { diffs, oneLine } of totals.policies)
      for (const spent of [diffs, oneLine])
        if (spent) Object.assign(spent, { inserted: 10 ** 9, input: 10 ** 12, priced: 10 ** 12 });
    const text = reportText("A session", totals, problems, { tokens: true, compare: true, calls: true });
    expect(text).toContain("1,000,000,000,000");
    expect(text.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  test("has a row for each kind of step", async () => {
    const { totals } = await replay(session);
    expect(stepKinds.map((kind) => totals.rows[kind].steps)).toEqual([10, 1, 1, 5, 1, 1, 1, 1]);
  });
});
