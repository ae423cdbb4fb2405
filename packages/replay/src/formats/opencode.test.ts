import { describe, expect, it } from "vitest";
import { recordedOf, resultsOf } from "../testing/recorded-of.js";
import { replay } from "../testing/replay-steps.js";
import { recognise } from "./all-formats.js";

const info = { id: "ses_1", projectID: "p", directory: "/repo", title: "Mend it", version: "1.2.0" };
const user = (id: string, created: number, ...parts: object[]): object => ({
  info: { id, sessionID: "ses_1", role: "user", time: { created } },
  parts,
});
const answer = (id: string, created: number, parts: object[], more: object = {}): object => ({
  info: { id, sessionID: "ses_1", role: "assistant", time: { created }, tokens: { input: 9 }, ...more },
  parts,
});
const text = (words: string): object => ({ type: "text", text: words });
const start = { type: "step-start", snapshot: "0" };
const end = { type: "step-finish", reason: "tool-calls", tokens: { input: 9 } };
const tool = (callID: string, name: string, input: object, output: string, more: object = {}): object => ({
  ...{ type: "tool", tool: name, callID },
  state: { status: "completed", input, output, metadata: {}, time: { start: 1, end: 2 }, ...more },
});
const shown = (lines: readonly string[], first = 1): string =>
  [
    ...["<path>/repo/a.ts</path>", "<type>file</type>", "<content>"],
    ...lines.map((line, at) => `${first + at}: ${line}`),
    ...["", `(End of file - total ${lines.length} lines)`, "</content>"],
  ].join("\n");
const older = "<file>\n00004| four\n00005| \n\n(End of file - total 5 lines)\n</file>";

describe("an export of opencode", () => {
  it("has reads, edits with the whole file, writes and outputs, an answer for each step", () => {
    const edit = { filePath: "a.ts", oldString: "let a", newString: "let b" };
    const messages = [
      user("m1", 1, text("Mend it."), { ...text("for the person"), ignored: true }),
      answer("m2", 2, [
        start,
        { type: "reasoning", text: "Hm." },
        text("I look."),
        tool("c1", "read", { filePath: "a.ts" }, shown(["let  a", "", "1: b"])),
        tool("c2", "read", { filePath: "b.ts", offset: 4 }, older),
        end,
        start,
        tool("c3", "edit", edit, "Edit applied.", {
          metadata: { filediff: { file: "a.ts", before: "let  a\n", after: "let b\n" } },
        }),
        tool("c4", "multiedit", { filePath: "a.ts", edits: [edit, edit] }, "Done."),
        tool("c5", "write", { filePath: "c.ts", content: "new\n" }, "Wrote."),
        tool("c6", "bash", { command: "cat a.ts" }, "let b"),
        {
          ...{ type: "tool", tool: "grep", callID: "c7" },
          state: {
            status: "error",
            input: { pattern: "x" },
            error: "no such folder",
            time: { start: 1, end: 2 },
          },
        },
        { type: "tool", tool: "list", callID: "c8", state: { status: "running", input: {} } },
      ]),
    ];
    const { recorded, problems } = recordedOf("opencode", [{ info, messages }]);
    expect(problems).toEqual([
      { what: "call of list without a result", count: 1, first: "file:1, message 2" },
    ]);
    expect(recorded).toMatchObject([
      { op: "message", role: "user", text: "Mend it." },
      { op: "message", text: 'I look.{"filePath":"a.ts"}{"filePath":"b.ts","offset":4}', time: 2 },
      { op: "read", path: "a.ts", printed: { first: 1, lines: ["let  a", "", "1: b"] } },
      { op: "read", path: "b.ts", printed: { first: 4, lines: ["four", ""] } },
      { op: "message", role: "assistant" },
      { op: "edit", path: "a.ts", changes: [{ kind: "whole", before: "let  a\n", after: "let b\n" }] },
      { op: "edit", path: "a.ts", changes: [{ kind: "replace" }, { kind: "replace" }] },
      { op: "edit", path: "c.ts", changes: [{ kind: "whole", after: "new\n" }] },
      { op: "output", tool: "bash", result: "let b" },
      { op: "output", tool: "grep", result: "no such folder" },
      { op: "end" },
    ]);
  });

  it("places no read of which a line was cut", () => {
    const cut = [`${"x".repeat(2_000)}... (line truncated to 2000 chars)`, `${"x".repeat(2_000)}...`];
    const parts = cut.map((line, at) => tool(`c${at}`, "read", { filePath: "a" }, shown([line])));
    expect(resultsOf("opencode", [{ info, messages: [answer("m1", 1, [start, ...parts])] }])).toMatchObject([
      { op: "read", printed: undefined, unplaced: "a line of it was cut" },
      { op: "read", printed: undefined },
    ]);
  });

  it("forgets a result when it was taken out, and keeps what its summary keeps", () => {
    const glob = (id: string, more: object = {}): object => tool(id, "glob", {}, id, more);
    const messages = [
      user("m1", 1, text("One.")),
      answer("m2", 2, [start, glob("c1", { time: { start: 1, end: 2, compacted: 5 } }), end]),
      answer("m3", 4, [start, glob("c2"), end]),
      user("m4", 6, text("Two.")),
      answer("m5", 7, [start, glob("c3"), end]),
      user("m6", 8, { type: "compaction", auto: true, tail_start_id: "m4" }),
      answer("m7", 9, [start, text("So far."), end], { summary: true }),
      answer("m8", 10, [start, text("On."), end]),
    ];
    const { recorded } = recordedOf("opencode", [{ info, messages }]);
    expect(recorded.slice(5)).toMatchObject([
      { op: "forget", calls: ["c1"] },
      { op: "message", role: "user", text: "Two." },
      { op: "message", role: "assistant" },
      { op: "output", callId: "c3" },
      { op: "message", role: "assistant", text: "So far." },
      { op: "compact", kept: ["c3"], messages: ["m4", "m5"] },
      { op: "message", role: "user", text: "So far." },
      { op: "message", role: "assistant", text: "On." },
      { op: "end" },
    ]);
    const whole = messages.map((message) =>
      JSON.parse(JSON.stringify(message).replace(',"tail_start_id":"m4"', "")),
    );
    expect(recordedOf("opencode", [{ info, messages: whole }]).recorded).toContainEqual(
      expect.objectContaining({ op: "compact", kept: [] }),
    );
  });

  it("has any number of results that are taken out late, and of summaries that are begun", () => {
    const pruned = { time: { start: 1, end: 2, compacted: 1_000_000 } };
    const messages = Array.from({ length: 20_000 }, (_, at) =>
      at % 2 === 0
        ? answer(`m${at}`, at, [start, tool(`c${at}`, "glob", {}, "r", pruned), end])
        : user(`m${at}`, at, { type: "compaction", auto: true, tail_start_id: "m0" }),
    );
    const { recorded } = recordedOf("opencode", [{ info, messages: [...messages, user("m", 2_000_000)] }]);
    expect(recorded.filter(({ op }) => op === "forget")).toMatchObject([{ calls: { length: 10_000 } }]);
  });

  it("what was said from the tail on stays over a compaction", async () => {
    const messages = [
      user("m1", 1, text("u".repeat(100))),
      answer("m2", 2, [start, text("a".repeat(10)), tool("c1", "glob", {}, "r".repeat(30)), end]),
      user("m3", 3, text("k".repeat(1_000))),
      answer("m4", 4, [start, text("t".repeat(70)), tool("c2", "glob", {}, "r".repeat(40)), end]),
      user("m5", 5, { type: "compaction", auto: true, tail_start_id: "m3" }),
      answer("m6", 6, [start, text("So far."), end], { summary: true }),
      answer("m7", 7, [start, text("On."), end]),
    ];
    let calls: readonly number[] | undefined;
    await replay([{ info, messages }], {
      compare: true,
      onSession: ({ lengths }) => {
        calls = lengths[0]?.calls;
      },
    });
    const tail = 1_000 + 72 + 40;
    expect(calls).toEqual([100, 142 + 1_000, 142 + tail, tail + "So far.".length]);
  });

  it("is told by its form, counts calls by steps, and names what it does not know", async () => {
    const messages = [
      answer("m1", 1, [start, text("One."), tool("c1", "glob", {}, "a"), end, start, text("Two."), end]),
      { info: { id: "m2", role: "ghost" }, parts: [] },
    ];
    expect(recognise({ info, messages })?.name).toBe("opencode");
    expect(recognise({ info, messages: [] })).toBeUndefined();
    const { totals, problems, format } = await replay([{ info, messages }], { compare: true });
    expect(format).toBe("opencode");
    expect(totals.policies[0]?.diffs.calls).toBe(2);
    expect(problems).toEqual([{ what: 'unknown message of "ghost"', count: 1, first: "file:1, message 2" }]);
  });

  it("has what stands below the result of an edit or a read as an output of its own", () => {
    const diagnostics =
      '\n\nLSP errors detected in this file, please fix:\n<diagnostics file="a">\nERROR\n</diagnostics>';
    const blank = "\n".repeat(200_000);
    const rules = "\n\n<system-reminder>\nBe kind.\n</system-reminder>";
    const edit = { filePath: "a.ts", oldString: "let a", newString: "let b" };
    const file = { metadata: { filediff: { before: "let a\n", after: "let b\n" } } };
    const messages = [
      answer("m1", 1, [
        tool("c1", "edit", edit, `Edit applied successfully.${diagnostics}`, file),
        tool("c2", "read", { filePath: "b.ts" }, `${shown(["<system-reminder>", "x"])}${rules}`),
        tool("c3", "read", { filePath: "c.ts" }, shown(["a", "</system-reminder>"])),
        tool("c4", "edit", edit, `Edited.${blank}Done.`, file),
      ]),
    ];
    expect(resultsOf("opencode", [{ info, messages }])).toMatchObject([
      { op: "edit", callId: "c1", result: "Edit applied successfully.", changes: [{ kind: "whole" }] },
      { op: "output", callId: "c1", tool: "edit", result: diagnostics },
      { op: "read", callId: "c2", printed: { lines: ["<system-reminder>", "x"] } },
      { op: "output", callId: "c2", tool: "read", result: rules.slice(1) },
      { op: "read", callId: "c3", printed: { lines: ["a", "</system-reminder>"] } },
      { op: "edit", callId: "c4", result: `Edited.${blank}Done.` },
    ]);
  });

  it("of version 2 has messages of a type, a model call each", async () => {
    const message = (type: string, at: number, more: object): object => ({
      ...{ id: `msg_${at}`, type, time: { created: at }, ...more },
    });
    const run = (id: string, name: string, input: object, words: string, more: object = {}): object => ({
      ...{ type: "tool", id, name, time: { created: 1 } },
      state: { status: "completed", input, content: [{ type: "text", text: words }], ...more },
    });
    const edit = { path: "a.ts", oldString: "let a", newString: "let b" };
    const patchText = "*** Begin Patch\n*** Add File: d.ts\n+new\n*** End Patch";
    const error = {
      status: "error",
      content: undefined,
      error: { type: "unknown", message: "File not found" },
    };
    const messages = [
      message("user", 1, { text: "Mend it.", skills: [{ name: "mend", text: "How to mend." }] }),
      message("model-switched", 2, { model: {} }),
      message("assistant", 3, {
        content: [
          { type: "reasoning", text: "Hm." },
          { type: "text", text: "I look." },
          run("c1", "read", { path: "a.ts" }, "Read file a.ts, lines 1-3\n1: let a\n2: \n3: 4: x"),
          run(
            "c2",
            "read",
            { path: "b.ts", limit: 1 },
            "Read file b.ts, lines 1-1\n1: b\n[Output truncated. Continue reading with offset: 2]",
          ),
          run("c3", "read", { path: "no.ts" }, "", error),
        ],
      }),
      message("assistant", 4, {
        content: [
          run("c4", "edit", edit, "Edited a.ts (1 replacement)"),
          run("c5", "write", { path: "c.ts", content: "new\n" }, "Created file successfully: c.ts"),
          run("c6", "patch", { patchText }, "Success. Updated the following files:\nA d.ts"),
          run("c7", "shell", { command: "cat a.ts" }, "let b"),
        ],
      }),
      message("compaction", 5, { status: "failed", error: {} }),
      message("compaction", 6, { status: "completed", summary: "So far.", recent: "The newest." }),
      message("shell", 7, { command: "ls", status: "exited", output: { output: "a.ts" } }),
      message("dream", 8, {}),
    ];
    const value = { info: { id: "ses_1" }, messages };
    expect(recognise(value)?.name).toBe("opencode");
    const { recorded, problems } = recordedOf("opencode", [value]);
    expect(problems).toEqual([{ what: 'unknown message of "dream"', count: 1, first: "file:1, message 8" }]);
    expect(recorded).toMatchObject([
      { op: "message", role: "user", text: "Mend it.\nHow to mend." },
      { op: "message", role: "assistant", text: expect.stringContaining("I look.{"), time: 3 },
      { op: "read", path: "a.ts", printed: { first: 1, lines: ["let a", "", "4: x"], parts: 4 } },
      { op: "read", path: "b.ts", printed: { first: 1, lines: ["b"] } },
      { op: "read", path: "no.ts", result: "File not found", unplaced: "the read failed" },
      { op: "message", role: "assistant", time: 4 },
      { op: "edit", path: "a.ts", changes: [{ kind: "replace", old: "let a", new: "let b" }] },
      { op: "edit", path: "c.ts", changes: [{ kind: "whole", after: "new\n" }] },
      { op: "edit", path: "d.ts", changes: [{ kind: "whole", after: "new\n" }] },
      { op: "output", tool: "bash", result: "let b" },
      { op: "compact", kept: [] },
      { op: "message", role: "user", text: "So far.\nThe newest." },
      { op: "message", role: "user", text: "ls\na.ts" },
      { op: "end" },
    ]);
    expect((await replay([value])).totals.rows.read.steps).toBe(2);
    const cut = `Read file a.ts, lines 1-1\n1: ${"x".repeat(2_000)}... (line truncated to 2000 chars)`;
    const long = message("assistant", 1, { content: [run("c1", "read", { path: "a.ts" }, cut)] });
    expect(resultsOf("opencode", [{ info: { id: "ses_1" }, messages: [long] }])).toMatchObject([
      { op: "read", printed: undefined, unplaced: "a line of it was cut" },
    ]);
  });
});
