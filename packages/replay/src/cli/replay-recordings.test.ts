import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, read, scratchCommand } from "../testing/scratch-command.js";

const { file, folder, run } = scratchCommand();

describe("files among others", () => {
  it("end 2 where one holds no result, and says what it holds", () => {
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

  it("are replayed, the bad ones named, and the end is 2", () => {
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
