import { describe, expect, it } from "vitest";
import { formats } from "./formats/all-formats.js";
import { UnknownFormatError } from "./replay-values.js";
import { countWrong } from "./report/conclusion.js";
import { stepKinds, sumRows } from "./report/totals.js";
import { log, replay, session } from "./testing/replay-steps.js";

describe("a replay", () => {
  it.each([{}, { union: true }, { acrossEdits: true }, { union: true, acrossEdits: true }])(
    "has causes that add up to the difference, with %j",
    async (options) => {
      const { totals, problems } = await replay(session, {
        ...options,
        verify: true,
        compare: true,
        variants: true,
      });
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

  it("names each cause by what it did", async () => {
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

  it("of a file that was read without a limit every line counts, and a page that is named is a part of it", async () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at + 1}`);
    const file = { op: "read", path: "a", content: `${lines.join("\n")}\n` };
    const call = { op: "message", role: "assistant", text: "On." };
    const { totals } = await replay([call, file, call, file, call], { verify: true, compare: true });
    const numbered = lines.map((line, at) => `${at + 1}: ${line}`).join("\n");
    const whole = totals.policies.find(({ name }) => name === "everything whole");
    expect(whole?.diffs.inserted).toBe(2 * numbered.length);
    expect(totals.reworded).toBe(0);
    const left = lines.slice(2_000).join("\n").length;
    expect(totals.causes.pages).toBe(-(left + 1));
    const [{ given, known, shortened } = {}] = totals.tools;
    expect({ given, known, shortened }).toEqual({
      ...{ given: 2 * lines.join("\n").length, shortened: 2 },
      known: lines.join("\n").length - left,
    });
  });

  it("knows how long after the one before a call came only where its time is later", async () => {
    const call = (id: string, parentId: string | null, timestamp: unknown): object => ({
      ...{ type: "message", id, parentId, timestamp },
      message: { role: "assistant", content: [{ type: "text", text: "On." }] },
    });
    const { totals } = await replay(
      [
        call("1", null, 2_000_000_000_000),
        call("2", "1", 1_000_000_000_000),
        call("3", "2", 1_000_000_600_000),
      ],
      { compare: true },
    );
    expect(totals.times).toEqual({ timed: 1, lapsed: 1 });
  });

  it("counts as cut what was cut of a result that its ledger does not keep", async () => {
    const call = { id: "c1", type: "function", function: { name: "fetch", arguments: "{}" } };
    const { totals } = await replay([
      { role: "user", content: "Fetch it." },
      { role: "assistant", content: "On.", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: `${log}\n` },
      { role: "assistant", content: "Done." },
    ]);
    expect(totals.causes.cleaned).toBe(0);
    expect(totals.causes.caps).toBeLessThan(0);
  });

  it.each(["\u{1b}[5B", "\u{1b}[2A", "\u{1b}[2K\r"])(
    "finds nothing false where a program wrote %j",
    async (moved) => {
      const lines = Array.from({ length: 60 }, (_, at) => `some line of words ${at}\n`).join("");
      const text = `one\ntwo${moved}three\n${lines}`;
      const printed = [
        { op: "message", role: "assistant", text: "I run it." },
        { op: "output", tool: "bash", text },
      ];
      const { totals } = await replay([...printed, ...printed, printed[0]], { compare: true, verify: true });
      expect(countWrong(totals)).toBe(0);
      expect(totals.verdicts["lean"]?.marks).toBe(1);
      expect(totals.verdicts["messages"]?.marks).toBe(1);
    },
  );

  it("gives every inserted text", async () => {
    const texts: string[] = [];
    await replay(session, { onInserted: (text) => texts.push(text) });
    await replay([{ op: "compact" }], { onInserted: (text) => texts.push(text) });
    expect(texts).toHaveLength(21);
    expect(texts[1]).toMatch(
      /^\[#a002 a lines 2-4 of 30 sha [0-9a-f]{8}\] Unchanged since #a001, which already shows lines 1-30\.$/,
    );
  });

  it("compares policies in the same session, and counts calls in the same way", async () => {
    const { totals } = await replay(session, { compare: true, variants: true });
    const names = totals.policies.map(({ name }) => name);
    expect(names).toEqual([
      "as recorded",
      "everything whole",
      "cut to 30,000 characters",
      "tail of 2,000 lines or 50 KB",
      "same range again",
      "clear all but the newest three",
      "mask all but the newest 5",
      "mask all but the newest 10",
      "prune as opencode does",
      "mask as Gemini CLI does",
      "lembas",
      "lembas + union",
      "lembas + acrossEdits",
      "lembas + union + acrossEdits",
      "lean",
      "lean, nothing cut",
      "messages",
    ]);
    expect(new Set(totals.policies.map(({ diffs }) => diffs.calls))).toEqual(new Set([6]));
    const { given, inserted } = sumRows(totals);
    expect(totals.policies[0]?.diffs.inserted).toBe(given);
    expect(totals.policies[10]?.diffs.inserted).toBe(inserted);
    expect(totals.policies[12]?.oneLine).toBeUndefined();
    expect(totals.policies.filter(({ rewritesSent }) => rewritesSent).map(({ name }) => name)).toEqual(
      names.slice(6, 10),
    );
    const chosen = await replay(session, { compare: true, union: true });
    const [, , , , , , , , , , , union, , , ...others] = totals.policies;
    expect(chosen.totals.policies).toEqual([...totals.policies.slice(0, 10), union, ...others]);
  });

  it("keeps conversations of one file apart", async () => {
    const claude = (isSidechain: boolean, type: string, block: object): object => ({
      ...{ sessionId: "s", type, isSidechain, ...(isSidechain && { agentId: "a1" }) },
      message: { content: [block] },
    });
    const read = (id: string, isSidechain: boolean): object[] => [
      claude(isSidechain, "assistant", { type: "tool_use", id, name: "Read", input: { file_path: "/a" } }),
      claude(isSidechain, "user", { type: "tool_result", tool_use_id: id, content: "     1\ta" }),
    ];
    const said = (isSidechain: boolean): object =>
      claude(isSidechain, "assistant", { type: "text", text: "Done." });
    const { totals, format } = await replay(
      [...read("1", false), ...read("2", true), said(true), ...read("3", false), said(false)],
      { verify: true },
    );
    expect(format).toBe("Claude Code");
    expect(totals.conversations).toBe(2);
    expect(totals.rows.read).toMatchObject({ steps: 3, stubs: 1 });
    expect(countWrong(totals)).toBe(0);
  });

  it.each([[null], [17], ["a"], [true], [[1, 2]]])(
    "counts a line that is no object for what it is: %j",
    async (value) => {
      const said = { sessionId: "s", type: "user", message: { content: "Go." } };
      const { problems } = await replay([said, value]);
      expect(problems).toEqual([{ what: "value that is no object", count: 1, first: "file:2" }]);
    },
  );

  it("takes a list where the format has lists", async () => {
    const document = [
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "bash", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "a" }] },
    ];
    const { problems, format } = await replay([document, null]);
    expect(format).toBe("Anthropic messages");
    expect(problems).toEqual([{ what: "value that is no object", count: 1, first: "file:2" }]);
  });

  it("counts broken lines, also before the format is known", async () => {
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

  it("of an unknown file is an Error that names what is known", async () => {
    const error = new UnknownFormatError("file");
    expect(error.message).toBe(
      `file is no recording that is known. Known: ${formats.map(({ title }) => title).join(", ")}.`,
    );
    await expect(replay([{ a: 1 }, 2, null, undefined])).rejects.toThrow(error);
    await expect(replay([])).rejects.toThrow(UnknownFormatError);
    await expect(replay(Array.from({ length: 300 }, () => ({ a: 1 })))).rejects.toThrow(UnknownFormatError);
  });

  it("R5: of an agent that is not read is an Error with the agent's name", async () => {
    const start = { type: "session_start", id: "s", title: "", cwd: "/repo" };
    const message = { type: "message", message: { role: "user", content: [] } };
    await expect(replay([undefined, start, message])).rejects.toMatchObject({
      name: "UnknownFormatError",
      message: "file is a recording of Droid, which is not read.",
      agent: "Droid",
    });
    expect(new UnknownFormatError("file").agent).toBeUndefined();
  });

  it("has a row for each kind of step", async () => {
    const { totals } = await replay(session);
    expect(stepKinds.map((kind) => totals.rows[kind].steps)).toEqual([10, 1, 1, 5, 1, 1, 1, 1]);
  });
});
