import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { jsonLines, read, scratchCommand } from "../testing/scratch-command.js";

const { file, folder, run, start } = scratchCommand();

const use = (id: string, name: string, input: object): object => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name, input }],
});
const result = (id: string, content: string): object => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content }],
});

const done = { role: "assistant", content: "Done." };

describe("lembas-replay", () => {
  it("replays its sample: the verdict in three lines, the tables, and the way to one's own sessions", async () => {
    const { status, stdout, stderr } = await run("--sample");
    expect([status, stderr]).toEqual([0, ""]);
    const [gave, lossless, checked, blank, title] = stdout.split("\n");
    expect(gave).toMatch(
      /^Your tools gave [\d,]+ characters: messages sends [\d,]+ \(−\d\d\.\d%\), the lean ledger [\d,]+ \(−\d\d\.\d%\)\.$/,
    );
    expect(lossless).toMatch(
      /^Lossless: messages, but for .*\. The lean ledger is at −\d\d\.\d% with nothing cut; /,
    );
    expect(checked).toMatch(/^Checked: \d+ claims about earlier results, 0 false\.$/);
    expect([blank, title]).toEqual(["", "The sample session (own step lines, 1 conversation)"]);
    expect(stdout).toContain("\n  npx @lembas/replay [FILE_OR_FOLDER…]\n");
    expect(stdout).not.toMatch(/Not used as such|what did it|False, /);
    const details = await run("--sample", "--details");
    expect(details.stdout).toMatch(
      /\nVerified, lembas \+ union \+ acrossEdits: \d+ stubs, \d elided repeats, 1 recall checked, 0 false\.\n/,
    );
  });

  it("is a program, which prints, speaks and ends as its command does", async () => {
    const session = file("program.jsonl", jsonLines(read("#a001"), read("#a002")));
    for (const args of [["--sample"], [session, "missing.jsonl"], ["--dance"]])
      expect(start(...args)).toEqual(await run(...args));
  });

  it("takes the options that once switched it, which change nothing", async () => {
    expect(await run("--sample", "--verify", "--compare")).toEqual(await run("--sample"));
    expect((await run("--help")).stdout).not.toMatch(/--verify|--compare/);
  });

  it("prints every text, or the report as JSON", async () => {
    const session = file("steps.jsonl", jsonLines(read("#a001"), read("#a002")));
    const sha = createHash("sha256").update("let a\nlet b\n").digest("hex").slice(0, 8);
    const stub = "Unchanged since #a001, which already shows lines 1-2.";
    expect((await run("--print", session)).stdout).toContain(
      `1: let a\n2: let b\n\n[#a002 a.ts lines 1-2 of 2 sha ${sha}] ${stub}\n`,
    );
    const { status, stdout } = await run("--json", "--tokens", session);
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.unit).toBe("tokens");
    expect(report.recordings[0]).toMatchObject({ file: session, format: "own step lines", problems: [] });
    expect(report.all.totals.rows.read).toMatchObject({ steps: 2, stubs: 1 });
    expect(report.all.totals.rows.read.insertedTokens).toBeGreaterThan(10);
    expect(report.all.totals.verdicts.lembas).toMatchObject({ stubs: 1, wrong: 0 });
    expect(report.all.totals.policies).toHaveLength(14);
  });

  it("ends 1 where a recorded stub is false, and names it", async () => {
    const shown = (id: string, content: string, result: string): object => ({
      ...{ op: "read", id, path: "a", content, result },
    });
    const first = shown("#a001", "one\ntwo\n", "[#a001 a lines 1-2 of 2 sha 11111111]\n1: one\n2: two");
    const stub =
      "[#a002 a lines 1-2 of 2 sha 11111111] Unchanged since #a001, which already shows lines 1-2.";
    const good = await run(
      "--details",
      file("true.jsonl", jsonLines(first, shown("#a002", "one\ntwo\n", stub))),
    );
    expect(good.status).toBe(0);
    expect(good.stdout).toContain(
      "\nVerified, as recorded: 1 stub, 0 elided repeats, 0 recalls checked, 0 false.\n",
    );
    const wrong = await run(
      "--details",
      file("false.jsonl", jsonLines(first, shown("#a002", "one\nTWO\n", stub))),
    );
    expect(wrong.status).toBe(1);
    expect(wrong.stdout).toContain(
      "\nVerified, as recorded: 1 stub, 0 elided repeats, 0 recalls checked, 1 false.\n  false: #a002: line 2 of a is not what it names\n",
    );
    const plain = await run(file("false.jsonl", jsonLines(first, shown("#a002", "one\nTWO\n", stub))));
    expect(plain.status).toBe(1);
    expect(plain.stdout).toContain("\nChecked: 1 claim about earlier results, 1 false.\n");
    expect(plain.stdout).toContain("\nFalse, as recorded: #a002: line 2 of a is not what it names\n");
  });

  it("ends 1 where a recorded mark is false, and names it", async () => {
    const lines = Array.from({ length: 10 }, (_, at) => `the line ${at + 1} of a long log`);
    const text = lines.join("\n");
    const mark = `[10 lines same as lines 1-10 of #a001, from "the line 1 of a long log" to "the line 10 of a long log"]`;
    const output = (id: string, printed: string, result: string): object => ({
      ...{ op: "output", id, tool: "bash", text: printed, result },
    });
    const first = output("#a001", text, `[#a001]\n${text}`);
    const good = jsonLines(first, output("#a002", `${text}\nend`, `[#a002]\n${mark}\nend`));
    const { status, stdout } = await run("--details", file("marked.jsonl", good));
    expect(status).toBe(0);
    expect(stdout).toContain(
      "\nVerified, as recorded: 0 stubs, 0 elided repeats, 1 mark, 0 recalls checked, 0 false.\n",
    );
    const other = `${text.replace("line 5", "line five")}\nend`;
    const wrong = await run(
      "--details",
      file("mismarked.jsonl", jsonLines(first, output("#a002", other, `[#a002]\n${mark}\nend`))),
    );
    expect(wrong.status).toBe(1);
    expect(wrong.stdout).toContain(
      "1 mark, 0 recalls checked, 1 false.\n  false: #a002: line 5 of #a001 is not what it says\n",
    );
  });

  it("takes folders and many files, and names what is no recording in them", async () => {
    mkdirSync(join(folder, "many/deep"), { recursive: true });
    file("many/one.jsonl", jsonLines(read("#a001")));
    file(
      "many/deep/two.json",
      JSON.stringify(
        { messages: [use("1", "read_file", { path: "a" }), result("1", "1\ta"), done] },
        null,
        2,
      ),
    );
    file("many/other.json", "[]");
    file("many/notes.txt", "nothing");
    const { status, stdout } = await run("--each", "many", "many/one.jsonl");
    expect(status).toBe(0);
    expect(stdout).toContain("many/deep/two.json (Anthropic messages)");
    expect(stdout).toContain("2 recordings, 2 conversations");
    expect(stdout).toContain("1 × copy of another file (first: many/one.jsonl)");
    expect(stdout).toContain("1 × file that is no recording that is known (first: many/other.json)");
  });

  it("counts broken lines and unknown events and goes on; a BOM is none", async () => {
    const session = file(
      "broken.jsonl",
      `\u{feff}${jsonLines(read("#a001"))}{"op":"re\n\n${jsonLines({ op: "hum" }, read("#a002"))}`,
    );
    const { status, stdout } = await run(session);
    expect(status).toBe(0);
    expect(stdout).toContain("1 × broken line (first: broken.jsonl:2)");
    expect(stdout).toContain('1 × unknown step "hum" (first: broken.jsonl:4)');
    const torn = await run(file("torn.jsonl", `not JSON\n${jsonLines(read("#a001"))}`));
    expect(torn.stdout).toContain("1 × broken line (first: torn.jsonl:1)");
  });

  it("reads further tools from a map", async () => {
    const session = file(
      "peek.json",
      JSON.stringify({ messages: [use("1", "peek", { where: "a" }), result("1", "x\ny"), done] }),
    );
    expect((await run(session)).stdout).toContain("0 of 0 reads placed");
    const map = file(
      "map.json",
      JSON.stringify({ anthropic: { tools: { peek: { op: "read", path: "where", style: "raw" } } } }),
    );
    expect((await run("--map", map, session)).stdout).toContain("1 of 1 read placed");
    const wrong = await run(
      "--map",
      file("wrong.json", '{"anthropic":{"tools":{"peek":{"op":"sing"}}}}'),
      session,
    );
    expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("wrong.json: anthropic, peek: op must be one of read,");
    expect((await run("--map", file("no.json", "{"), session)).stderr).toBe("no.json is not JSON.\n");
  });

  it("ends 2 where it could not run, and says why", async () => {
    const unknown = await run(file("unknown.json", '{"a":1}'));
    expect([unknown.status, unknown.stdout]).toEqual([2, ""]);
    expect(unknown.stderr).toMatch(
      /^unknown\.json is no recording that is known\. Known: own step lines, .*\.\n$/,
    );
    expect(await run("missing.jsonl")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: "There is no file or folder missing.jsonl.\n",
    });
    expect((await run("--dance")).status).toBe(2);
    expect(await run("--sample", "unknown.json")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: "--sample replays the sample session alone: leave it out, or the files.\n",
    });
    const both = await run("--print", "--json", "unknown.json");
    expect([both.status, both.stdout]).toEqual([2, ""]);
    expect(both.stderr).toContain("option '--print' cannot be used with option '--json'");
    mkdirSync(join(folder, "empty"));
    expect(await run("empty")).toMatchObject({
      status: 2,
      stderr:
        "No recording found in empty. In a folder, the files that end in .jsonl, .ndjson, .json or .traj are tried.\n",
    });
  });

  it("has a version", async () => {
    expect(await run("--version")).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  it("says how it is used", async () => {
    const { status, stdout } = await run("--help");
    expect(status).toBe(0);
    expect(stdout).toContain(
      "Exit codes: 0 fine, 1 a false stub, repeat, mark or recall, 2 a file (or all) could not be replayed, 130 interrupted.",
    );
  });
});
