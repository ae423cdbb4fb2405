import { spawnSync } from "node:child_process";
import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BranchEntry } from "../formats/format.js";
import { replayValues } from "../replay-values.js";
import { replay } from "../testing/replay-steps.js";
import { bin, jsonLines, scratchCommand } from "../testing/scratch-command.js";
import { otherBranches } from "./other-branches.js";

const { file, folder, run } = scratchCommand();

const entry = (
  id: string,
  parent: string | null | undefined,
  more: Partial<BranchEntry> = {},
): BranchEntry => ({
  id,
  parent,
  begins: true,
  silent: false,
  ...more,
});
const left = async (...entries: readonly (BranchEntry | undefined)[]): Promise<number[]> => {
  const values = entries.map((value) => ({ value, where: "" }));
  const { places, of } = await otherBranches(values, (value) => value as BranchEntry | undefined);
  expect(of).toBe(entries.length);
  return [...places];
};

describe("other branches", () => {
  it("are what the parents of the last entry do not lead to", async () => {
    expect(await left(entry("1", null), entry("2", "1"), entry("3", "2"))).toEqual([]);
    expect(await left(entry("1", null), entry("2", "1"), entry("3", "1"), entry("4", "3"))).toEqual([1]);
    expect(await left(entry("1", null), entry("2", null), entry("3", "1"))).toEqual([1]);
    expect(await left(entry("1", null), entry("2", "1"), entry("3", null))).toEqual([0, 1]);
  });

  it("hold nothing that has no place in the tree, and nothing that says nothing", async () => {
    const silent = entry("2", "1", { silent: true });
    expect(await left(undefined, entry("1", null), silent, undefined, entry("3", "1"))).toEqual([]);
  });

  it("end where a parent is not in the file: the entry before it is taken", async () => {
    expect(await left(entry("1", null), entry("2", "gone"), entry("3", undefined))).toEqual([]);
    expect(await left(entry("1", null), entry("2", "3"), entry("3", "3"))).toEqual([]);
  });

  it("have with an entry all that follows it until the next one that may begin a branch", async () => {
    const follows = { begins: false };
    const turn = [entry("1", null), entry("2", "1", follows), entry("3", "1", follows)];
    expect(await left(...turn, entry("4", "2"))).toEqual([]);
    expect(await left(...turn, entry("4", "3"), entry("5", "4", follows), entry("6", "3"))).toEqual([3, 4]);
  });

  it("may begin elsewhere, and nowhere else, with what only says so", async () => {
    const turn = [entry("1", null), entry("2", "1"), entry("3", "2", { begins: "elsewhere" })];
    expect(await left(...turn, entry("4", "2"))).toEqual([]);
    expect(await left(...turn, entry("4", "1", { begins: "elsewhere" }), entry("5", "4"))).toEqual([1, 2]);
    expect(await left(...turn, entry("4", null, { begins: "elsewhere" }))).toEqual([]);
  });

  it("are, of any tree, all that is no ancestor of the last entry", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), async (choices) => {
        const parents = choices.map((choice, at) => (choice % (at + 1)) - 1);
        const path = new Set<number>();
        for (let at = parents.length - 1; at >= 0; at = parents[at] ?? -1) path.add(at);
        const entries = parents.map((parent, at) => entry(`${at}`, parent < 0 ? null : `${parent}`));
        expect(await left(...entries)).toEqual([...parents.keys()].filter((at) => !path.has(at)));
      }),
    );
  });
});

describe("a session with branches", () => {
  it("is replayed on the one that was active last, from a pipe too", async () => {
    const entry = (id: string, parentId: string | null, message: object): object => ({
      type: "message",
      id,
      parentId,
      message,
    });
    const answer = (id: string): object => ({
      role: "assistant",
      content: [{ type: "toolCall", id, name: "read", arguments: { path: "a" } }],
    });
    const given = (id: string): object => ({
      role: "toolResult",
      toolCallId: id,
      content: [{ type: "text", text: "x" }],
    });
    const session = file(
      "branched.jsonl",
      jsonLines(
        { type: "session", id: "s", cwd: "/" },
        entry("1", null, { role: "user", content: "Go." }),
        entry("2", "1", answer("c1")),
        entry("3", "2", given("c1")),
        entry("4", "1", answer("c2")),
        entry("5", "4", given("c2")),
        entry("6", "5", { role: "assistant", content: [{ type: "text", text: "Done." }] }),
      ),
    );
    const { status, stdout } = await run("--verify", session);
    expect(status).toBe(0);
    expect(stdout).toContain("1 of 1 read placed");
    expect(stdout).toContain("2 × entry of another branch, left out (first: branched.jsonl:3)");
    const command = `cat ${session} | "${process.execPath}" "${bin}" --verify /dev/stdin`;
    const piped = spawnSync("sh", ["-c", command], { encoding: "utf8", cwd: folder });
    expect(piped.stdout).toBe(stdout.replaceAll("branched.jsonl", "/dev/stdin"));
  });

  it("of Claude Code has results of calls side by side on one branch", async () => {
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

  it.each([
    { type: "user", isMeta: true, message: { content: "<local-command-caveat>" } },
    { type: "system", subtype: "local_command", content: "<command-name>/model</command-name>" },
  ])("of Claude Code may begin one with a command of the program: %j", async (command) => {
    const line = (uuid: string, parentUuid: string | null, more: object): object => ({
      sessionId: "s",
      type: "user",
      uuid,
      parentUuid,
      ...more,
    });
    const prompt = { message: { content: "Look." } };
    const result = (id: string): object => ({
      message: { content: [{ type: "tool_result", tool_use_id: id, content: id }] },
    });
    const texts: string[] = [];
    await replay(
      [
        line("1", null, prompt),
        line("2", "1", result("a")),
        line("3", "2", prompt),
        line("4", "3", result("b")),
        line("5", "2", command),
        line("6", "5", prompt),
        line("7", "6", result("c")),
        line("8", "7", command),
        line("9", "6", result("d")),
        line("10", "7", prompt),
      ],
      { onInserted: (text) => texts.push(text.slice(-1)) },
    );
    expect(texts).toEqual(["a", "c", "d"]);
  });

  const values = ["0", "1", "1", "3"].map((parentId, at) => ({
    value: {
      type: "message",
      id: `${at + 1}`,
      parentId,
      message: { role: "bashExecution", output: `${at}` },
    },
    where: "",
  }));

  it.each([
    ["a list", () => values],
    ["an iterator", () => values.values()],
    ["a stream of Node", () => Readable.from(values)],
    ["a stream of the web", () => ReadableStream.from(values)],
  ])("is the same of %s", async (_, give) => {
    const { totals, problems } = await replayValues(give(), "file");
    expect(totals.rows.output.steps).toBe(3);
    expect(problems).toEqual([{ what: "entry of another branch, left out", count: 1, first: "" }]);
  });

  it("that goes on meanwhile is replayed as far as its branches are known", async () => {
    const { totals, problems } = await replayValues(values, "file", {}, () => values.slice(0, 2));
    expect(totals.rows.output.steps).toBe(2);
    expect(problems).toEqual([]);
  });
});
