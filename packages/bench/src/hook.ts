import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { numbered, readResponse, Transcript } from "../../claude-code/src/testing/transcript.js";
import { compare, type Side, wallClock } from "./compare.js";
import type { Line } from "./line.js";
import { sourceLines } from "./random.js";

const SIZE = 3_000_000;
const WINDOW = 150;

/** A session that reads windows of so many files, at one more Read of one of them. */
const makeSession = (folder: string, count: number): object => {
  const files = Array.from({ length: count }, (_, index) =>
    sourceLines(1000, index).map((line) => line.trimEnd()),
  );
  const transcript = new Transcript();
  transcript.say("read it all");
  const call = (step: number) => {
    const file_path = `/project/file${step % count}.ts`;
    const offset = 1 + ((step * 37) % 850);
    const id = `toolu_${step}`;
    const lines = (files[step % count] ?? []).slice(offset - 1, offset - 1 + WINDOW);
    const input = { file_path, offset, limit: WINDOW };
    transcript.call([{ id, name: "Read", input }]);
    return { id, input, lines, offset, file_path };
  };
  let step = 0;
  for (; transcript.size < SIZE; step++) {
    const { id, lines, offset } = call(step);
    transcript.answer([{ id, content: numbered(lines, offset) }]);
  }
  const { id, input, lines, offset, file_path } = call(step);
  const path = join(folder, "projects", "project", "session.jsonl");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, transcript.text);
  return {
    hook_event_name: "PostToolUse",
    session_id: "session",
    transcript_path: path,
    cwd: folder,
    tool_name: "Read",
    tool_use_id: id,
    tool_input: input,
    tool_response: readResponse(file_path, lines, offset),
  };
};

/** What runs at every call of a tool, its start included. */
const hookLine = (name: string, count: number): Line => ({
  name: `Claude Code hook, a Read in a session of 3 MB, ${name}`,
  bound: 2,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"));
    try {
      const input = JSON.stringify(makeSession(folder, count));
      const bare = join(folder, "bare.cjs");
      writeFileSync(bare, 'require("node:fs").readFileSync(0, "utf8");\n');
      const manifest = createRequire(import.meta.url).resolve("@lembas/claude-code/package.json");
      const start = (name: string, file: string): Side => ({
        name,
        run: () => spawnSync(process.execPath, [file], { input, stdio: ["pipe", "pipe", "inherit"] }),
      });
      return await compare(
        start("Node, which reads its standard input", bare),
        [start("the hook", join(dirname(manifest), "dist", "hook.cjs"))],
        wallClock,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

export const hookLines: readonly Line[] = [hookLine("of 30 files", 30), hookLine("all of one file", 1)];
