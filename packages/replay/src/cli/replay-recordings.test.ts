import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, read, scratchCommand } from "../testing/scratch-command.js";

const { file, folder, run } = scratchCommand();

describe("files among others", () => {
  it("end 2 where one holds no result, and says what it holds", async () => {
    const talk = file(
      "talk.jsonl",
      jsonLines({ op: "message", role: "user", text: "Hello." }, { op: "hum" }),
    );
    expect(await run(talk)).toEqual({
      status: 2,
      stdout: "",
      stderr:
        'talk.jsonl (own step lines) holds no result of a tool, so there is nothing to replay. Name a session in which the agent called tools. Not used in it: 1 × unknown step "hum" (first: talk.jsonl:2).\n',
    });
    mkdirSync(join(folder, "talks"));
    file("talks/talk.jsonl", jsonLines({ op: "message", role: "user", text: "Hello." }));
    const folderOnly = await run("talks");
    expect([folderOnly.status, folderOnly.stdout]).toEqual([2, ""]);
    expect(folderOnly.stderr).toContain("No recording found in talks.");
    expect(folderOnly.stderr).toContain("1 × recording without a result (first: talks/talk.jsonl)");
    file("talks/steps.jsonl", jsonLines(read("#a001")));
    expect(await run("talks")).toMatchObject({ status: 0, stderr: "" });
  });

  it("are replayed, the bad ones named, and the end is 2", async () => {
    const good = file("good.jsonl", jsonLines(read("#a001"), read("#a002")));
    const bad = [file("a.json", '{"a":1}'), "gone.jsonl", file("said.jsonl", jsonLines({ op: "message" }))];
    const { status, stdout, stderr } = await run(...bad, good);
    expect(status).toBe(2);
    expect(stdout).toContain("good.jsonl (own step lines, 1 conversation)");
    expect(stdout).toContain("2 of 2 reads placed");
    expect(stdout).toContain("3 × file that could not be replayed (first: gone.jsonl)");
    expect(stderr).toContain("a.json is no recording that is known. Known: ");
    expect(stderr).toContain("There is no file or folder gone.jsonl.\n");
    expect(stderr).toContain("said.jsonl (own step lines) holds no result of a tool");
    const { problems } = JSON.parse((await run("--json", ...bad, good)).stdout).all;
    expect(problems).toEqual([{ what: "file that could not be replayed", count: 3, first: "gone.jsonl" }]);
  });

  it("R4: count a line that stands twice once, in one file and in two", async () => {
    const line = (uuid: string, parentUuid: string | null, content: object, more: object = {}): object => ({
      ...{ sessionId: "s", uuid, parentUuid, type: "role" in content ? "user" : "assistant" },
      ...{ message: { content: [content] }, ...more },
    });
    const use = (id: string): object => ({ type: "tool_use", id, name: "Bash", input: { command: "ls" } });
    const result = (id: string): object => ({
      ...{ role: "user", type: "tool_result", tool_use_id: id, content: "a.ts b.ts" },
    });
    const said = { type: "text", text: "Done." };
    const first = [line("a", null, use("1")), line("b", "a", result("1")), line("c", "b", said)];
    const copies = ["a", "b", "c"].map((uuid, at) => ({
      ...first[at],
      ...{ uuid: `${uuid}2`, parentUuid: at === 0 ? null : `${["a", "b"][at - 1]}2` },
      forkedFrom: { sessionId: "s", messageUuid: uuid },
    }));
    const more = [line("d", "c2", use("2")), line("e", "d", result("2")), line("f", "e", said)];
    const twice = first.flatMap((each, at) => [each, copies[at]]);
    const one = await run("--json", file("twice.jsonl", jsonLines(...twice, ...more)));
    const { all } = JSON.parse(one.stdout);
    expect(all.totals.rows.output).toMatchObject({ steps: 2, given: 18 });
    expect(all.totals.policies[0].diffs).toMatchObject({ calls: 4, inserted: 18 });
    expect(all.problems).toEqual([{ what: "copy of a line, left out", count: 3, first: "twice.jsonl:2" }]);

    mkdirSync(join(folder, "forks"));
    const original = file("forks/a.jsonl", jsonLines(...first));
    const fork = file("forks/b.jsonl", jsonLines(...copies, ...more));
    const two = JSON.parse((await run("--json", original, fork)).stdout).all;
    expect(two.totals.rows.output).toMatchObject({ steps: 2, given: 18 });
    expect(two.totals.policies[0].diffs).toMatchObject({ calls: 4, inserted: 18 });
    const alone = JSON.parse((await run("--json", fork)).stdout).all;
    expect(alone.totals.rows.output).toMatchObject({ steps: 2, given: 18 });

    file("forks/c.jsonl", jsonLines(...copies));
    const three = await run("--json", "forks");
    expect(JSON.parse(three.stdout).all.problems).toEqual([
      { what: "session that another file has", count: 1, first: "forks/c.jsonl" },
    ]);
  });

  it("R4: refuse a text that has a recording in it", async () => {
    const readme = file(
      "README.md",
      `# Sessions\n\nOne JSON a line:\n\n${jsonLines(read("#a001"), read("#a002"))}\nThat is all.\nNo more.\n`,
    );
    expect(await run(readme)).toEqual({
      status: 2,
      stdout: "",
      stderr: "README.md is no recording: 4 of its 6 lines are not JSON.\n",
    });
  });

  it("R5: refuse a recording of an agent that is not read, by the agent's name", async () => {
    const transcript = jsonLines(
      { role: "user", message: { content: [{ type: "text", text: "Mend it." }] } },
      { role: "assistant", message: { content: [{ type: "tool_use", name: "Read", input: { path: "a" } }] } },
    );
    const droid = jsonLines(
      { type: "session_start", id: "s", title: "Mend it", cwd: "/repo" },
      {
        ...{ type: "message", id: "m" },
        message: { role: "assistant", content: [{ type: "tool_use", id: "1", name: "LS", input: {} }] },
      },
      {
        ...{ type: "message", id: "n", parentId: "m" },
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "a.ts" }] },
      },
    );
    const resolver = jsonLines({
      ...{ issue: { number: 1 }, instruction: "Mend it.", git_patch: "" },
      history: [
        { action: "run", command: "ls" },
        { observation: "run", content: "a.ts" },
      ],
    });
    mkdirSync(join(folder, "others"));
    const files = [
      file("others/droid.jsonl", droid),
      file("others/output.jsonl", resolver),
      file("others/transcript.jsonl", transcript),
    ];
    expect(await run(...files)).toEqual({
      status: 2,
      stdout: "",
      stderr: [
        "others/droid.jsonl is a recording of Droid, which is not read.\n",
        "others/output.jsonl is a recording of OpenHands' resolver, which is not read.\n",
        "others/transcript.jsonl is a recording of Cursor (a transcript without the results of tools), which is not read.\n",
      ].join(""),
    });
    file("others/steps.jsonl", jsonLines(read("#a001")));
    const { status, stdout, stderr } = await run("--json", "others");
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).all.problems).toEqual([
      { what: "recording of Droid, which is not read", count: 1, first: "others/droid.jsonl" },
      { what: "recording of OpenHands' resolver, which is not read", count: 1, first: "others/output.jsonl" },
      {
        what: "recording of Cursor (a transcript without the results of tools), which is not read",
        ...{ count: 1, first: "others/transcript.jsonl" },
      },
    ]);
  });

  it("of a folder are replayed where a part of it may not be read", async () => {
    mkdirSync(join(folder, "guarded/closed"), { recursive: true });
    file("guarded/open.jsonl", jsonLines(read("#a001")));
    file("guarded/shut.jsonl", jsonLines(read("#a001")));
    const guarded = ["guarded/closed", "guarded/shut.jsonl"].map((name) => join(folder, name));
    chmodSync(folder, 0o755);
    for (const path of guarded) chmodSync(path, 0);
    // Root, whom no permissions bind, becomes another user once the code is loaded.
    const script = `
      import { runCommand } from ${JSON.stringify(new URL("../../dist/node.js", import.meta.url).href)};
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
});
