import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "../cli/command-line.js";
import { runWithHeap } from "../testing/run-with-heap.js";
import { writeCases } from "../testing/write-cases.js";
import { CommandImplementation } from "./command-implementation.js";

const bin = join(import.meta.dirname, "../../bin.js");
const script = join(import.meta.dirname, "../../hostile/command.js");

let folder = "";
let pids = "";

const writeCounts = (length: number): void => {
  const numbers = Array.from({ length }, (_, index) => index + 1);
  const cases = numbers.map((n) => ({ id: `format/count/n${n}`, op: "count", n, expect: `${n}` }));
  writeCases(folder, "format", cases);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conformance-"));
  pids = join(folder, "pids");
  vi.stubEnv("PIDS", pids);
  vi.stubEnv("DEAD", join(folder, "dead"));
  writeCounts(10);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number;
  readonly statuses: readonly string[];
  readonly messages: readonly string[];
  /** What the runner itself wrote. */
  readonly stdout: string;
  readonly stderr: string;
}

const commandOf = (way: string): string => `"${process.execPath}" "${script}" ${way}`;

const run = async (command: string, timeout = "2"): Promise<Run> => {
  const out: string[] = [];
  const errors: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => out.push(line));
  vi.spyOn(console, "error").mockImplementation((line) => errors.push(line));
  const args = ["--suite", "format", "--fixtures", folder, "--only", "--reporter", "json"];
  const code = await runCommandLine([...args, "--command", command, "--timeout", timeout]);
  const [stdout = ""] = out;
  const cases: { status: string; message?: string }[] =
    stdout === "" ? [] : JSON.parse(stdout).suites[0].cases;
  const messages = cases.flatMap((item) => item.message ?? []);
  return { code, statuses: cases.map((item) => item.status), messages, stdout, stderr: errors.join("\n") };
};

/** The runner as users start it. */
const spawnRunner = (way: string) => {
  const args = [
    "--suite",
    "format",
    "--fixtures",
    folder,
    "--only",
    "--timeout",
    "60",
    "--command",
    commandOf(way),
  ];
  const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, stderr }));
  });
  return { child, ended };
};

/** A process that ended but was never waited for is not alive. */
const isAlive = (pid: number): boolean => {
  if (existsSync("/proc/self/stat")) {
    try {
      return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
    } catch {
      return false;
    }
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** What is still alive a moment later: the end of a killed process is not the matter of an instant. */
const leftOver = async (): Promise<number[]> => {
  const all = existsSync(pids) ? readFileSync(pids, "utf8").trim().split("\n").map(Number) : [];
  for (let tries = 0; tries < 100 && all.some(isAlive); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return all.filter(isAlive);
};

const allPassed: readonly string[] = Array(10).fill("passed");
const threeErrored: readonly string[] = Array(3).fill("errored");
const but = (...numbers: readonly number[]): string[] =>
  allPassed.map((status, index) => (numbers.includes(index + 1) ? "errored" : status));

describe("5.5 a command that keeps to the protocol", () => {
  it("passes, and no process is left", async () => {
    const { code, statuses } = await run(commandOf("honest"));
    expect({ code, statuses, left: await leftOver() }).toEqual({ code: 0, statuses: allPassed, left: [] });
  });

  it("may write what it likes to stderr, which is passed through", async () => {
    const { code, stderr } = await spawnRunner("floods-stderr").ended;
    expect({ code, length: stderr.length }).toEqual({ code: 0, length: 1 << 20 });
  });
});

describe("5.5 a hostile command is reported truly, and the rest of the run goes on", () => {
  it.each([
    ["log-line", but(3), 'a line on stdout that is no JSON (logs belong on stderr): "handling case 3"'],
    ["hangs", but(3), "no answer within 2 s"],
    ["busy", but(3), "no answer within 2 s"],
    ["dies-at-7", but(7), "the process ended (exit 3) before it answered"],
    ["floods", but(4), "a line of more than 8388608 bytes"],
    ["floods-lines", but(4), "a line on stdout that is no JSON"],
    ["other-seq", but(5), "an answer to another question: seq 4, asked was 5"],
    ["errored", but(2), "IndexError"],
    ["no-kind", but(2), "the answer holds neither result, skipped nor errored"],
    ["two-kinds", but(2), "the answer holds result and skipped"],
    ["no-object", but(2), 'the answer is no object: [{"seq":2,"result":"2"}]'],
    ["not-utf8", but(2), "a line on stdout that is not UTF-8"],
    ["says-more-after-the-last", but(10), "a line that nobody asked for"],
    ["crashes-at-the-end", but(10), "the process ended with exit 3 after its last answer"],
    ["garbage-at-the-end", but(10), 'a line that nobody asked for: "Segmentation"'],
    ["result-twice", but(2), 'a line on stdout with the key "result" twice in one object'],
  ])("%s", async (way, statuses, message) => {
    const result = await run(commandOf(way));
    expect(result).toMatchObject({ code: 1, statuses });
    expect(result.messages[0]).toContain(message);
    expect(await leftOver()).toEqual([]);
  });

  it("K2 an answer of 5,000 nested lists fails its case alone", async () => {
    const { code, statuses, messages } = await run(commandOf("nested"));
    expect({ code, statuses }).toEqual({
      code: 1,
      statuses: allPassed.map((status, index) => (index === 1 ? "failed" : status)),
    });
    expect(messages).toEqual([
      "the answer has more than 4006 characters of JSON, or is too deep: it is not kept",
    ]);
  });

  it("K2 answers of 7 MB leave a whole report, in a heap of 128 MB", async () => {
    writeCounts(24);
    const { code, stdout, stderr } = await runWithHeap(128, folder, commandOf("long-message"));
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(JSON.parse(stdout).counts).toMatchObject({ cases: 24, passed: 0, unexpected: 24 });
  });

  // Of each case the process is started again: three tell as much as ten.
  it("answers each question twice", async () => {
    writeCounts(3);
    const { code, statuses, messages } = await run(commandOf("twice"));
    expect({ code, statuses }).toEqual({ code: 1, statuses: threeErrored });
    expect(messages[0]).toContain("a second line for one question");
    expect(await leftOver()).toEqual([]);
  });

  it("prints nothing", async () => {
    writeCounts(3);
    const { code, statuses, messages } = await run(commandOf("silent"), "0.2");
    expect({ code, statuses }).toEqual({ code: 1, statuses: threeErrored });
    expect(new Set(messages)).toEqual(new Set(["no answer within 0.2 s"]));
    expect(await leftOver()).toEqual([]);
  });

  it("answers out of order", async () => {
    writeCounts(3);
    const { code, statuses } = await run(commandOf("out-of-order"), "0.2");
    expect({ code, statuses }).toEqual({ code: 1, statuses: threeErrored });
  });

  it("answers twice, the second time late", async () => {
    const { code, statuses, messages } = await run(commandOf("twice-later"));
    expect(code).toBe(1);
    expect(statuses).toContain("errored");
    expect(messages[0]).toMatch(/another question|nobody asked for|second line/u);
  });

  it("answers with another case's result", async () => {
    const { code, statuses } = await run(commandOf("other-result"));
    expect(code).toBe(1);
    expect(statuses).toEqual(allPassed.map((status, index) => (index === 4 ? "failed" : status)));
  });

  it("skips everything", async () => {
    const { code, statuses, messages } = await run(commandOf("skips-all"));
    expect({ code, statuses }).toEqual({ code: 1, statuses: Array(10).fill("skipped") });
    expect(new Set(messages)).toEqual(new Set(["not done"]));
  });

  it("cannot be started again: it is not tried for ever", async () => {
    const { code, statuses, messages } = await run(commandOf("dies-for-good"));
    expect({ code, statuses }).toEqual({ code: 1, statuses: but(7, 8, 9, 10) });
    expect(messages[1]).toContain("could not be started again");
  });

  it("does not end when told to stop: it is ended, with what it started", async () => {
    const { code, statuses } = await run(commandOf("stays"));
    expect({ code, statuses, left: await leftOver() }).toEqual({ code: 0, statuses: allPassed, left: [] });
  });

  it.skipIf(process.platform === "win32")("is killed by a signal", async () => {
    const { code, statuses, messages } = await run(commandOf("killed-at-7"));
    expect({ code, statuses }).toEqual({ code: 1, statuses: but(7) });
    expect(messages[0]).toMatch(/SIGKILL|exit 137/u);
  });
});

describe("5.5 a command that cannot be run at all ends with 2, and nothing is counted", () => {
  it.each([
    ["exits", "the process ended (exit 0) before it answered"],
    ["greets-with-a-log", 'no JSON (logs belong on stderr): "ready"'],
    ["version-2", "the command speaks version 2 of the protocol, this runner 1"],
  ])("%s", async (way, message) => {
    const { code, stdout, stderr } = await run(commandOf(way));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(await leftOver()).toEqual([]);
  });

  it("a command that does not exist", async () => {
    const { code, stdout } = await run("no-such-command-at-all");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("a command that never answers", async () => {
    const started = CommandImplementation.start(`"${process.execPath}" "${script}" mute`, {
      startSeconds: 0.3,
    });
    await expect(started).rejects.toThrow("no answer within 0.3 s");
  });
});

it.skipIf(process.platform === "win32")(
  "5.5 a runner that is told to end takes its command with it",
  async () => {
    const { child, ended } = spawnRunner("hangs");
    const count = () => (existsSync(pids) ? readFileSync(pids, "utf8").trim().split("\n").length : 0);
    while (count() < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGTERM");
    expect((await ended).code).toBe(143);
    expect(await leftOver()).toEqual([]);
  },
);
