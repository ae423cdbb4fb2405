import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { describe, expect, it } from "vitest";
import { type FoundSessions, findSessions } from "./find-sessions.js";

/** Writes files of one character into a folder, the first the oldest, a minute apart. */
const write = (folder: string, ...paths: string[]): void => {
  for (const [at, path] of paths.entries()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "x");
    utimesSync(file, 60 * at, 60 * at);
  }
};

/** The files of each session, by their names below a folder. */
const namesBelow = (folder: string, found: FoundSessions | undefined): string[][] | undefined =>
  found?.sessions.map(({ files }) => files.map(({ path }) => relative(folder, path).replaceAll("\\", "/")));

describe("the sessions of a home folder", () => {
  it("are found where each agent keeps them, the newest first", async () => {
    const home = scratchFolder();
    write(
      home,
      ".claude/projects/-repo/b.jsonl",
      ".codex/sessions/2026/01/02/rollout-1.jsonl",
      ".claude/projects/-repo/a.jsonl",
      ".claude/projects/-other/c.jsonl",
      ".claude/projects/-repo/notes.md",
      ".claude/projects/-repo/a/subagents/agent-1.jsonl",
      ".pi/agent/sessions/--repo--/1.jsonl",
      "documents/-repo/d.jsonl",
    );
    const at = (path: string): string => join(home, path);
    const file = (path: string, minute: number): object => ({
      ...{ path: at(path), bytes: 1, modified: 60_000 * minute },
    });
    const session = (path: string, minute: number): object => ({
      ...{ files: [file(path, minute)], modified: 60_000 * minute },
    });
    expect(await findSessions({ home, environment: {} })).toEqual([
      {
        ...{ agent: "pi", folder: at(".pi/agent/sessions"), isCut: false },
        sessions: [session(".pi/agent/sessions/--repo--/1.jsonl", 6)],
      },
      {
        ...{ agent: "Claude Code", folder: at(".claude/projects"), isCut: false },
        sessions: [
          {
            files: [
              file(".claude/projects/-repo/a.jsonl", 2),
              file(".claude/projects/-repo/a/subagents/agent-1.jsonl", 5),
            ],
            modified: 300_000,
          },
          session(".claude/projects/-other/c.jsonl", 3),
          session(".claude/projects/-repo/b.jsonl", 0),
        ],
      },
      {
        ...{ agent: "Codex", folder: at(".codex/sessions"), isCut: false },
        sessions: [session(".codex/sessions/2026/01/02/rollout-1.jsonl", 1)],
      },
    ]);
  });

  it("are found where the environment moves them, and each folder once", async () => {
    const home = scratchFolder();
    write(home, ".codex/sessions/2026/01/02/rollout-old.jsonl", "moved/sessions/2026/01/02/rollout-1.jsonl");
    write(home, "shared/projects/-repo/a.jsonl");
    symlinkSync(join(home, "shared"), join(home, ".claude"));
    const environment = {
      CODEX_HOME: join(home, "moved"),
      PI_CODING_AGENT_DIR: " ",
      CLAUDE_CONFIG_DIR: join(home, "shared"),
    };
    const found = await findSessions({ home, environment });
    expect(found.map(({ folder, sessions }) => [folder, sessions.length])).toEqual([
      [join(home, "moved/sessions"), 1],
      [join(home, "shared/projects"), 1],
    ]);
    const [linked] = await findSessions({ home, environment: { CODEX_HOME: join(home, "nowhere") } });
    expect(linked?.sessions.flatMap(({ files }) => files.map(({ path }) => path))).toEqual([
      join(home, ".claude/projects/-repo/a.jsonl"),
    ]);
  });

  it("are named by whose they are, and with how to have them read where they are not files", async () => {
    const home = scratchFolder();
    write(
      home,
      ".local/share/opencode/opencode.db",
      ".codex/sessions/2026/01/02/rollout-1.jsonl.zst",
      ".kimi/sessions/0/1/context.jsonl",
      ".kimi/sessions/0/1/subagents/2/context.jsonl",
      ".factory/sessions/-repo/0.jsonl",
      ".local/share/goose/sessions/sessions.db",
      ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1/api_conversation_history.json",
      "Library/Application Support/Zed/threads/threads.db",
      "AppData/Roaming/Cursor/User/globalStorage/state.vscdb",
      ".config/mini-swe-agent/last_mini_run.traj.json",
      ".gemini/tmp/0/chats/session-2026-01-01T00-00-0.json",
      ".gemini/tmp/repo/chats/session-2026-01-02T00-00-0.jsonl",
      ".gemini/tmp/repo/logs.json",
      ".qwen/projects/-repo/chats/0.jsonl",
      ".qwen/projects/-repo/subagents/0/agent-1.jsonl",
      ".copilot/session-state/0/events.jsonl",
      ".cursor/projects/repo/agent-transcripts/0/0.jsonl",
    );
    const found = await findSessions({ home, environment: { XDG_DATA_HOME: "" } });
    expect(found.map(({ agent, sessions, hint }) => [agent, sessions.length, hint !== undefined])).toEqual([
      ["Copilot CLI", 1, false],
      ["Qwen Code", 1, false],
      ["Gemini CLI", 2, false],
      ["mini-swe-agent", 1, false],
      ["Kimi CLI", 1, false],
      ["Cursor", 0, true],
      ["Cursor", 0, true],
      ["opencode", 0, true],
      ["Codex", 0, true],
      ["Droid", 0, true],
      ["Goose", 0, true],
      ["Cline, Roo Code or Kilo Code", 0, true],
      ["Zed", 0, true],
    ]);
  });

  it("are with their subagents' files, in folders of their names, and these are one where its own is gone", async () => {
    const home = scratchFolder();
    write(
      home,
      ".claude/projects/-repo/a.jsonl",
      ".claude/projects/-repo/a/subagents/agent-2.jsonl",
      ".claude/projects/-repo/a/subagents/agent-1.jsonl",
      ".claude/projects/-repo/a/subagents/agent-1.meta.json",
      ".claude/projects/-repo/a/subagents/workflows/wf_1/agent-5.jsonl",
      ".claude/projects/-repo/gone/subagents/agent-3.jsonl",
      ".claude/projects/-repo/gone/subagents/agent-4.jsonl",
      ".claude/projects/subagents/b.jsonl",
      ".claude/projects/subagents/c.jsonl",
    );
    const [found] = await findSessions({ home, environment: {} });
    const folder = join(home, ".claude/projects");
    expect(found?.isCut).toBe(false);
    expect(namesBelow(folder, found)).toEqual([
      ["subagents/c.jsonl"],
      ["subagents/b.jsonl"],
      ["-repo/gone/subagents/agent-3.jsonl", "-repo/gone/subagents/agent-4.jsonl"],
      [
        ...["-repo/a.jsonl", "-repo/a/subagents/agent-1.jsonl", "-repo/a/subagents/agent-2.jsonl"],
        "-repo/a/subagents/workflows/wf_1/agent-5.jsonl",
      ],
    ]);
  });

  it("are with the files of subagents that lie beside them, by the session that their first line names", async () => {
    const home = scratchFolder();
    const project = join(home, ".claude/projects/-repo");
    mkdirSync(project, { recursive: true });
    const subagent = (name: string, sessionId: string): void =>
      writeFileSync(
        join(project, `agent-${name}.jsonl`),
        `${JSON.stringify({ type: "user", isSidechain: true, sessionId, agentId: name })}\n{"type":"user","sessionId":"b"}\n`,
      );
    for (const session of ["a", "b"]) writeFileSync(join(project, `${session}.jsonl`), "x");
    subagent("1", "a");
    subagent("2", "gone");
    subagent("3", "a");
    subagent("4", "../-repo/b");
    const [found] = await findSessions({ home, environment: {} });
    expect(namesBelow(project, found)?.sort()).toEqual([
      ["a.jsonl", "agent-1.jsonl", "agent-3.jsonl"],
      ["agent-2.jsonl"],
      ["agent-4.jsonl"],
      ["b.jsonl"],
    ]);
  });

  it("are those of Claude Desktop too, with their subagents'", async () => {
    const home = scratchFolder();
    const projects =
      "Library/Application Support/Claude/local-agent-mode-sessions/0/1/local_2/.claude/projects";
    write(home, `${projects}/-repo/a.jsonl`, `${projects}/-repo/a/subagents/agent-1.jsonl`);
    const found = await findSessions({ home, environment: {} });
    expect(found.map(({ agent, sessions }) => [agent, sessions.map(({ files }) => files.length)])).toEqual([
      ["Claude Desktop", [2]],
    ]);
  });

  it("are with their subagents' files where those are in a folder of the session's id, of Gemini CLI", async () => {
    const home = scratchFolder();
    write(
      home,
      ".gemini/tmp/repo/chats/session-2026-01-01T00-00-0123abcd.jsonl",
      ".gemini/tmp/repo/chats/0123abcd-1111-2222/agent.jsonl",
      ".gemini/tmp/repo/chats/session-2026-01-01T00-01-99999999.json",
      ".gemini/tmp/repo/chats/session-2026-01-01T00-02-aaaaaaaa.json",
      ".gemini/tmp/repo/chats/session-2026-01-01T00-02-aaaaaaaa.jsonl",
    );
    const [found] = await findSessions({ home, environment: {} });
    const chats = join(home, ".gemini/tmp/repo/chats");
    expect(namesBelow(chats, found)).toEqual([
      ["session-2026-01-01T00-02-aaaaaaaa.jsonl"],
      ["session-2026-01-01T00-01-99999999.json"],
      ["0123abcd-1111-2222/agent.jsonl", "session-2026-01-01T00-00-0123abcd.jsonl"],
    ]);
  });

  it("are none behind a symbolic link in the agent's folder, and none that are empty", async () => {
    const [home, outside] = [scratchFolder(), scratchFolder()];
    write(outside, "a.jsonl", "-repo/b.jsonl");
    write(home, ".claude/projects/-repo/c.jsonl");
    writeFileSync(join(home, ".claude/projects/-repo/empty.jsonl"), "");
    symlinkSync(outside, join(home, ".claude/projects/-linked"));
    symlinkSync(join(outside, "a.jsonl"), join(home, ".claude/projects/-repo/linked.jsonl"));
    mkdirSync(join(home, ".codex"));
    symlinkSync(outside, join(home, ".codex/archived_sessions"));
    const found = await findSessions({ home, environment: {} });
    expect(
      found.flatMap(({ sessions }) => sessions.flatMap(({ files }) => files.map(({ path }) => path))),
    ).toEqual([join(home, ".claude/projects/-repo/c.jsonl")]);
  });

  it("are none where nothing is, and what may not be listed is passed over", async () => {
    const home = scratchFolder();
    expect(await findSessions({ home, environment: {} })).toEqual([]);
    write(home, ".claude/projects");
    expect(await findSessions({ home, environment: {} })).toEqual([]);
  });
});
