import { spawnSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
    `Found on this machine:\n  Claude Code: 12 sessions in ${join(home, ".claude/projects")}\nThe newest 10 with results of tools are replayed; name a folder for all of it.\n\n`,
  );
  expect(stdout).toMatch(/^Nothing to gain here: your tools gave 52 characters, /);
  expect(stdout).toContain("\n10 recordings, 10 conversations\n");
});

/** A chat in which no tool was called. */
const chat = (id: string): string =>
  `${JSON.stringify({ type: "user", sessionId: id, uuid: id, parentUuid: null, message: { role: "user", content: "Hello." } })}\n`;

it("goes on to the next newest where a session has no result, which is counted and no failure", () => {
  const home = scratchFolder();
  const project = join(home, ".claude/projects/project");
  mkdirSync(project, { recursive: true });
  const write = (name: string, text: string, second: number): void => {
    const path = join(project, name);
    writeFileSync(path, text);
    utimesSync(path, second, second);
  };
  for (let at = 0; at < 11; at += 1) write(`chat${at}.jsonl`, chat(`c${at}`), 2_000 + at);
  write("broken.jsonl", '{"a":1}\n', 3_000);
  for (let at = 0; at < 12; at += 1) write(`${at}.jsonl`, session(`s${at}`), 1_000 + at);
  const { status, stdout, stderr } = runAt(home);
  expect(status).toBe(0);
  expect(stderr).not.toContain("Name a session");
  expect(stdout).toContain("\n10 recordings, 10 conversations\n");
  expect(stdout).toContain(`11 × recording without a result (first: ${join(project, "chat10.jsonl")})`);
  expect(stdout).toContain("1 × file that is no recording that is known");
});

it("says so where no session has a result", () => {
  const home = scratchFolder();
  const project = join(home, ".claude/projects/project");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "chat.jsonl"), chat("c"));
  const { status, stdout, stderr } = runAt(home);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toBe(
    `Found on this machine:\n  Claude Code: 1 session in ${join(home, ".claude/projects")}\nAll with results of tools are replayed.\n\nNone of the sessions found on this machine has a result of a tool that can be replayed. 1 × recording without a result (first: ${join(project, "chat.jsonl")}). Name a file or folder with recorded sessions, or use --sample.\n`,
  );
});

it("replays the files of subagents with their session, and counts one session", () => {
  const home = scratchFolder();
  const project = join(home, ".claude/projects/project");
  for (let at = 0; at < 11; at += 1) {
    const folder = join(project, `${at}/subagents`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(project, `${at}.jsonl`), chat(`c${at}`));
    for (const agent of ["a", "b"])
      writeFileSync(join(folder, `agent-${agent}.jsonl`), session(`s${at}${agent}`));
  }
  const { status, stdout, stderr } = runAt(home);
  expect(status).toBe(0);
  expect(stderr).toContain(`  Claude Code: 11 sessions (33 files) in ${join(home, ".claude/projects")}\n`);
  expect(stdout).toContain("\n20 recordings, 20 conversations\n");
});

it("says so where there are none", () => {
  const { status, stdout, stderr } = runAt(scratchFolder());
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toBe(
    "No session of an agent was found on this machine. Name a file or folder with recorded sessions, or use --sample.\n",
  );
});

it("says how Cursor's sessions are read, whose transcripts have no results", () => {
  const home = scratchFolder();
  const folder = join(home, ".cursor/projects/repo/agent-transcripts/0");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "0.jsonl"), "x");
  const { status, stderr } = runAt(home);
  expect(status).toBe(2);
  expect(stderr).toContain(
    `\n  Cursor: ${join(home, ".cursor/projects")}. Its transcripts have no results of tools; `,
  );
});

it("says where sessions are that cannot be read, and what a file is that has to be unpacked", () => {
  const home = scratchFolder();
  const write = (path: string, bytes: Buffer): string => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return file;
  };
  expect(runAt(home).stderr).toBe(
    "No session of an agent was found on this machine. Name a file or folder with recorded sessions, or use --sample.\n",
  );
  const database = write(".local/share/opencode/opencode.db", Buffer.from("SQLite format 3\0…"));
  const packed = write(
    ".codex/archived_sessions/rollout-1.jsonl.zst",
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]),
  );
  const gzipped = write("session.jsonl.gz", Buffer.from([0x1f, 0x8b, 8]));
  expect(runAt(home)).toEqual({
    ...{ status: 2, stdout: "" },
    stderr: [
      "No session that can be read was found on this machine. Name a file or folder with recorded sessions, or use --sample.",
      `  opencode: ${dirname(database)}. Sessions in a database of opencode are read from \`opencode export SESSION > session.json\`; \`opencode session list\` names them.`,
      `  Codex: ${join(home, ".codex")}. Its older sessions are compressed: unpack one with zstd -d FILE, and name it.`,
      "",
    ].join("\n"),
  });
  const { status, stderr } = runAt(home, packed, gzipped, database);
  expect(status).toBe(2);
  expect(stderr.trimEnd().split("\n")).toEqual([
    `${packed} is compressed: unpack it with zstd -d, and name what comes of it.`,
    `${gzipped} is compressed: unpack it with gunzip, and name what comes of it.`,
    `${database} is a database, which is not read: name what the agent exports of it.`,
  ]);
});
