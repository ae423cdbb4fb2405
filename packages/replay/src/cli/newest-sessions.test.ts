import { spawnSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { bin } from "../testing/scratch-command.js";

/** The command without arguments, of somebody whose home this is. */
const runAt = (
  home: string,
  ...args: string[]
): { status: number | null; stdout: string; stderr: string } => {
  const env = { PATH: process.env["PATH"], HOME: home, USERPROFILE: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: "utf8",
    env,
    cwd: home,
  });
  return { status, stdout, stderr };
};

const session = (id: string): string =>
  [
    {
      type: "assistant",
      message: { content: [{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }] },
    },
    {
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: `${id}.ts` }] },
    },
    { type: "assistant", message: { content: [{ type: "text", text: "Done." }] } },
  ]
    .map(
      (line, at) =>
        `${JSON.stringify({ ...line, sessionId: id, uuid: `${id}${at}`, parentUuid: at === 0 ? null : `${id}${at - 1}` })}\n`,
    )
    .join("");

it("says what it found on this machine, and replays the newest ten", () => {
  const home = scratchFolder();
  const project = join(home, ".claude/projects/project");
  mkdirSync(project, { recursive: true });
  for (let at = 0; at < 12; at += 1) {
    const path = join(project, `${at}.jsonl`);
    writeFileSync(path, session(`s${at}`));
    utimesSync(path, 1_000 + at, 1_000 + at);
  }
  const { status, stdout, stderr } = runAt(home);
  expect(status).toBe(0);
  expect(stderr).toBe(
    `Found on this machine:\n  Claude Code: 12 sessions in ${join(home, ".claude/projects")}\nThe newest 10 are replayed; name a folder for all of it.\n\n`,
  );
  expect(stdout).toMatch(/^Nothing to gain here: your tools gave 52 characters, /);
  expect(stdout).toContain("\n10 recordings, 10 conversations\n");
});

it("says so where there are none", () => {
  const { status, stdout, stderr } = runAt(scratchFolder());
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toBe(
    "No session of an agent was found on this machine. Name a file or folder with recorded sessions, or use --sample.\n",
  );
});
