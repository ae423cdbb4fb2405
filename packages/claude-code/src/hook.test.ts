import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";
import { describe, expect, it } from "vitest";
import { numbered, readResponse, Transcript } from "./testing/transcript.js";

/** The one file that is installed. */
const bundled = fileURLToPath(new URL("../dist/hook.cjs", import.meta.url));

const path = "/project/app.ts";
const lines = Array.from({ length: 80 }, (_, index) => `const value${index + 1} = compute(${index + 1});`);

interface Session {
  readonly folder: string;
  readonly file: string;
  readonly input: { readonly [field: string]: unknown };
}

/** A session with a Read of all lines, at a second Read of the last 50. */
const makeSession = (tokens = 1000, agent?: string): Session => {
  const folder = scratchFolder();
  const own = join(folder, "projects", "project");
  mkdirSync(join(own, "session", "subagents"), { recursive: true });
  const transcript = new Transcript();
  transcript.say("read it");
  transcript.call([{ id: "one", name: "Read", input: { file_path: path } }]);
  transcript.answer([{ id: "one", content: numbered(lines) }]);
  transcript.call([{ id: "two", name: "Read", input: { file_path: path, offset: 31 } }], { tokens });
  const main = join(own, "session.jsonl");
  const file = agent === undefined ? main : join(own, "session", "subagents", `agent-${agent}.jsonl`);
  writeFileSync(main, "");
  writeFileSync(file, transcript.text);
  const input = {
    hook_event_name: "PostToolUse",
    session_id: "session",
    transcript_path: main,
    cwd: folder,
    tool_name: "Read",
    tool_use_id: "two",
    tool_input: { file_path: path, offset: 31 },
    tool_response: readResponse(path, lines.slice(30), 31),
    ...(agent !== undefined && { agent_id: agent }),
  };
  return { folder, file, input };
};

/** No run takes longer: one that waits for a pipe would wait for ever. */
const MOST_TIME = 20_000;

const run = (input: string | object, env: Record<string, string> = {}, args: readonly string[] = []) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundled, ...args], {
    input: typeof input === "string" ? input : JSON.stringify(input),
    env,
    encoding: "utf8",
    timeout: MOST_TIME,
  });
  return { status, stdout, stderr };
};

const nothing = { status: 0, stdout: "", stderr: "" };

const answer = {
  hookSpecificOutput: {
    hookEventName: "PostToolUse",
    updatedToolOutput: {
      type: "text",
      file: { filePath: path, content: lines[30], numLines: 1, startLine: 31, totalLines: 80 },
    },
    additionalContext:
      "This Read shows line 31. The others stand above and are not shown again: lines 32-80 as in the Read above. Nothing is missing. The same Read made again at once shows every line.",
  },
};

describe("the hook", () => {
  it("answers with the output in the tool's own shape, and what is said beside it", () => {
    const { stdout, ...rest } = run(makeSession().input);
    expect(JSON.parse(stdout)).toEqual(answer);
    expect(rest).toEqual({ status: 0, stderr: "" });
  });

  it("reads a subagent's own transcript", () => {
    expect(JSON.parse(run(makeSession(1000, "a1b2").input).stdout)).toEqual(answer);
    const main = makeSession();
    expect(run({ ...main.input, agent_id: "a1b2" })).toEqual(nothing);
    expect(run({ ...main.input, agent_id: "../../session" })).toEqual(nothing);
  });

  it("logs what it saves where that is asked, and writes nothing else", () => {
    const { folder, input } = makeSession();
    const log = join(folder, "log.jsonl");
    run(input, {}, ["--log", log]);
    run({ ...input, tool_use_id: "none" }, {}, ["--log", log]);
    expect(JSON.parse(readFileSync(log, "utf8"))).toEqual({
      at: expect.any(String),
      session: "session",
      tool: "Read",
      given: lines.slice(30).join("\n").length,
      shown: (lines[30] ?? "").length + answer.hookSpecificOutput.additionalContext.length,
    });
  });
});

describe("nothing is printed, and the exit code is 0,", () => {
  it.each([
    ["nothing", ""],
    ["what is not JSON", "{"],
    ["a list", "[]"],
    ["another event", JSON.stringify({ hook_event_name: "PreToolUse" })],
    ["an event without its fields", JSON.stringify({ hook_event_name: "PostToolUse" })],
  ])("where it is given %s", (_, input) => {
    expect(run(input)).toEqual(nothing);
  });

  it("with LEMBAS_OFF", () => {
    expect(run(makeSession().input, { LEMBAS_OFF: "1" })).toEqual(nothing);
  });

  it("where there is no transcript, or it is too long", () => {
    const { file, input } = makeSession();
    expect(run({ ...input, transcript_path: `${file}.jsonl` })).toEqual(nothing);
    expect(run({ ...input, transcript_path: "/etc/passwd" })).toEqual(nothing);
    appendFileSync(file, Buffer.alloc(32_000_000, "\n"));
    expect(run(input)).toEqual(nothing);
  });

  it.skipIf(process.platform === "win32")("where a pipe stands in the place of the transcript", () => {
    const { folder, input } = makeSession();
    const pipe = join(folder, "pipe.jsonl");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    expect(run({ ...input, transcript_path: pipe })).toEqual(nothing);
    expect(run({ ...input, transcript_path: folder })).toEqual(nothing);
  });

  it.skipIf(!existsSync("/dev/full"))("where nothing can be printed", () => {
    const { status, stderr } = spawnSync("sh", ["-c", `"$0" "$1" > /dev/full`, process.execPath, bundled], {
      input: JSON.stringify(makeSession().input),
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("where the conversation may be compacted next", () => {
    for (const tokens of [147_000, 205_000, 950_000]) expect(run(makeSession(tokens).input)).toEqual(nothing);
    for (const tokens of [140_000, 215_000, 940_000])
      expect(run(makeSession(tokens).input).stdout).not.toBe("");
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" };
    expect(run(makeSession(60_000).input, env)).toEqual(nothing);
    expect(run(makeSession(40_000).input, env).stdout).not.toBe("");
    expect(run(makeSession(1000).input, { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: "50" })).toEqual(nothing);
    const { folder, input } = makeSession(260_000);
    writeFileSync(join(folder, "settings.json"), '{"modelSettings":{"x":{"autoCompactWindow": 300000}}}');
    expect(run(input)).toEqual(nothing);
  });

  it("where an id came before, with the result of another file", () => {
    const { file, input } = makeSession();
    const transcript = new Transcript();
    transcript.call([{ id: "two", name: "Read", input: { file_path: "/project/other.ts" } }]);
    transcript.answer([{ id: "two", content: numbered(lines) }]);
    transcript.call([{ id: "two", name: "Read", input: { file_path: path, offset: 31 } }]);
    writeFileSync(file, transcript.text);
    expect(run(input)).toEqual(nothing);
  });

  it("for a tool that it does not know", () => {
    const { input } = makeSession();
    expect(run({ ...input, tool_name: "Edit" })).toEqual(nothing);
  });
});
