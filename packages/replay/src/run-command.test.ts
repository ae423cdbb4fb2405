import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";
import { describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const bin = fileURLToPath(new URL("../bin.js", import.meta.url));
const folder = scratchFolder();

const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: "utf8",
    cwd: folder,
  });
  return { status, stdout, stderr };
};
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
const jsonLines = (...values: unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

const read = (id: string): object => ({ op: "read", id, path: "a.ts", content: "let a\nlet b\n" });
const use = (id: string, name: string, input: object): object => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name, input }],
});
const result = (id: string, content: string): object => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content }],
});

describe("lembas-replay", () => {
  test("replays its sample, verified and compared, and ends with one sentence and the way to one's own sessions", () => {
    const { status, stdout, stderr } = run("--sample");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^The sample session \(own step lines, 1 conversation\)\n/);
    expect(stdout).toMatch(
      /\nVerified, lembas \+ union \+ acrossEdits: \d+ stubs, \d elided repeats, 1 recall checked, 0 false\.\n/,
    );
    expect(stdout).toMatch(
      /\nIn one sentence: of [\d,]+ characters that the tools gave, [\d,]+ go into the conversation, \d+% less, and of \d+ stubs, repeats and recalls checked, 0 are false\.\n/,
    );
    expect(stdout).toContain("Claude Code: ~/.claude/projects");
    expect(stdout).not.toContain("Not used as such");
  });

  test("prints every text, or the report as JSON", () => {
    const session = file("steps.jsonl", jsonLines(read("#a001"), read("#a002")));
    const sha = createHash("sha256").update("let a\nlet b\n").digest("hex").slice(0, 8);
    const stub = "Unchanged since #a001, which already shows lines 1-2.";
    expect(run("--print", session).stdout).toContain(
      `1: let a\n2: let b\n\n[#a002 a.ts lines 1-2 of 2 sha ${sha}] ${stub}\n`,
    );
    const { status, stdout } = run("--json", "--tokens", "--calls", "--verify", session);
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.unit).toBe("tokens");
    expect(report.recordings[0]).toMatchObject({ file: session, format: "own step lines", problems: [] });
    expect(report.all.totals.rows.read).toMatchObject({ steps: 2, stubs: 1 });
    expect(report.all.totals.rows.read.insertedTokens).toBeGreaterThan(10);
    expect(report.all.totals.verdicts.lembas).toMatchObject({ stubs: 1, wrong: 0 });
    expect(report.all.totals.policies).toHaveLength(2);
  });

  test("takes folders and many files, and names what is no recording in them", () => {
    mkdirSync(join(folder, "many/deep"), { recursive: true });
    file("many/one.jsonl", jsonLines(read("#a001")));
    file(
      "many/deep/two.json",
      JSON.stringify({ messages: [use("1", "read_file", { path: "a" }), result("1", "1\ta")] }, null, 2),
    );
    file("many/other.json", "[]");
    file("many/notes.txt", "nothing");
    const { status, stdout } = run("--each", "many", "many/one.jsonl");
    expect(status).toBe(0);
    expect(stdout).toContain("many/deep/two.json (Anthropic messages)");
    expect(stdout).toContain("3 recordings, 3 conversations");
    expect(stdout).toContain("1 × file that is no recording that is known (first: many/other.json)");
  });

  test("counts broken lines and unknown events and goes on; a BOM is none", () => {
    const session = file(
      "broken.jsonl",
      `\u{feff}${jsonLines(read("#a001"))}{"op":"re\n\n${jsonLines({ op: "hum" }, read("#a002"))}`,
    );
    const { status, stdout } = run(session);
    expect(status).toBe(0);
    expect(stdout).toContain("1 × broken line (first: broken.jsonl:2)");
    expect(stdout).toContain('1 × unknown step "hum" (first: broken.jsonl:4)');
    expect(run(file("torn.jsonl", `not JSON\n${jsonLines(read("#a001"))}`)).stdout).toContain(
      "1 × broken line (first: torn.jsonl:1)",
    );
  });

  test("reads further tools from a map", () => {
    const session = file(
      "peek.json",
      JSON.stringify({ messages: [use("1", "peek", { where: "a" }), result("1", "x\ny")] }),
    );
    expect(run(session).stdout).toContain("0 of 0 reads placed");
    const map = file(
      "map.json",
      JSON.stringify({ anthropic: { tools: { peek: { op: "read", path: "where", style: "raw" } } } }),
    );
    expect(run("--map", map, session).stdout).toContain("1 of 1 read placed");
    const wrong = run("--map", file("wrong.json", '{"anthropic":{"tools":{"peek":{"op":"sing"}}}}'), session);
    expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("wrong.json: anthropic, peek: op must be one of read,");
    expect(run("--map", file("no.json", "{"), session).stderr).toBe("no.json is no JSON.\n");
  });

  test("ends 2 where it could not run, and says why", () => {
    const unknown = run(file("unknown.json", '{"a":1}'));
    expect([unknown.status, unknown.stdout]).toEqual([2, ""]);
    expect(unknown.stderr).toMatch(
      /^unknown\.json is no recording that is known\. Known: own step lines, pi, .* Anthropic messages\.\n$/,
    );
    expect(run("missing.jsonl")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: "There is no file or folder missing.jsonl.\n",
    });
    expect(run().stderr).toContain("Name a file or folder");
    expect(run("--dance").status).toBe(2);
    expect(run("--sample", "unknown.json")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: "--sample replays the sample session alone: leave it out, or the files.\n",
    });
    const both = run("--print", "--json", "unknown.json");
    expect([both.status, both.stdout]).toEqual([2, ""]);
    expect(both.stderr).toContain("option '--print' cannot be used with option '--json'");
    mkdirSync(join(folder, "empty"));
    expect(run("empty")).toMatchObject({
      status: 2,
      stderr:
        "No recording found in empty. In a folder, the files that end in .jsonl, .ndjson, .json or .traj are tried.\n",
    });
  });

  test("ends 2 where a file holds no result, and says what it holds", () => {
    const talk = file(
      "talk.jsonl",
      jsonLines({ op: "message", role: "user", text: "Hello." }, { op: "hum" }),
    );
    expect(run(talk)).toEqual({
      status: 2,
      stdout: "",
      stderr:
        'talk.jsonl (own step lines) holds no result of a tool, so there is nothing to replay. Name a session in which the agent called tools. Not used in it: 1 × unknown step "hum" (first: talk.jsonl:2).\n',
    });
    mkdirSync(join(folder, "talks"));
    file("talks/talk.jsonl", jsonLines({ op: "message", role: "user", text: "Hello." }));
    const folderOnly = run("talks");
    expect([folderOnly.status, folderOnly.stdout]).toEqual([2, ""]);
    expect(folderOnly.stderr).toContain("No recording found in talks.");
    expect(folderOnly.stderr).toContain("1 × recording without a result (first: talks/talk.jsonl)");
    file("talks/steps.jsonl", jsonLines(read("#a001")));
    expect(run("talks")).toMatchObject({ status: 0, stderr: "" });
  });

  test("replays the good files among bad ones, names the bad ones, and ends 2", () => {
    const good = file("good.jsonl", jsonLines(read("#a001"), read("#a002")));
    const bad = [file("a.json", '{"a":1}'), "gone.jsonl", file("said.jsonl", jsonLines({ op: "message" }))];
    const { status, stdout, stderr } = run(...bad, good);
    expect(status).toBe(2);
    expect(stdout).toContain("good.jsonl (own step lines, 1 conversation)");
    expect(stdout).toContain("2 of 2 reads placed");
    expect(stdout).toContain("3 × file that could not be replayed (first: gone.jsonl)");
    expect(stderr).toContain("a.json is no recording that is known. Known: ");
    expect(stderr).toContain("There is no file or folder gone.jsonl.\n");
    expect(stderr).toContain("said.jsonl (own step lines) holds no result of a tool");
    const { problems } = JSON.parse(run("--json", ...bad, good).stdout).all;
    expect(problems).toEqual([{ what: "file that could not be replayed", count: 3, first: "gone.jsonl" }]);
  });

  test("replays the rest of a folder of which a part may not be read", async () => {
    mkdirSync(join(folder, "guarded/closed"), { recursive: true });
    file("guarded/open.jsonl", jsonLines(read("#a001")));
    file("guarded/shut.jsonl", jsonLines(read("#a001")));
    const guarded = ["guarded/closed", "guarded/shut.jsonl"].map((name) => join(folder, name));
    chmodSync(folder, 0o755);
    for (const path of guarded) chmodSync(path, 0);
    // Root, whom no permissions bind, becomes another user once the code is loaded.
    const script = `
      import { runCommand } from ${JSON.stringify(new URL("../dist/node.js", import.meta.url).href)};
      if (process.getuid?.() === 0) for (const set of ["setgid", "setuid"]) process[set](65534);
      process.exitCode = await runCommand(["guarded"], { sample: "" });
    `;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      cwd: folder,
    });
    for (const path of guarded) chmodSync(path, 0o700);
    expect(status).toBe(2);
    expect(stdout).toContain("guarded/open.jsonl (own step lines, 1 conversation)");
    expect(stderr).toBe("guarded/closed may not be read.\nguarded/shut.jsonl may not be read.\n");
  });

  test("replays the branch of a session that was active last, from a pipe too", () => {
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
      ),
    );
    const { status, stdout } = run("--verify", session);
    expect(status).toBe(0);
    expect(stdout).toContain("1 of 1 read placed");
    expect(stdout).toContain("2 × entry of another branch, left out (first: branched.jsonl:3)");
    const command = `cat ${session} | "${process.execPath}" "${bin}" --verify /dev/stdin`;
    const piped = spawnSync("sh", ["-c", command], { encoding: "utf8", cwd: folder });
    expect(piped.stdout).toBe(stdout.replaceAll("branched.jsonl", "/dev/stdin"));
  });

  test("has a version", () => {
    expect(run("--version")).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  test("says how it is used", () => {
    const { status, stdout } = run("--help");
    expect(status).toBe(0);
    expect(stdout).toContain(
      "Exit codes: 0 fine, 1 a false stub or recall, 2 a file (or all) could not be replayed.",
    );
  });
});
