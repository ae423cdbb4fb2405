import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { jobNote } from "./job-note.js";
import type { CommandRecord } from "./job-record.js";
import { measureWatching } from "./testing/measure-watching.js";
import { watchCommand } from "./watch-command.js";

const started: ChildProcess[] = [];

/** A shell command in a process group of its own, so that a test's grandchildren end with it. */
const start = (command: string, options = {}): ChildProcess => {
  const child = spawn("sh", ["-c", command], { detached: true, ...options });
  started.push(child);
  return child;
};

afterEach(() => {
  for (const { pid } of started.splice(0)) {
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // The group has ended by itself.
    }
  }
});

const watch = (command: string, options = {}) => {
  const child = start(command, options);
  return { child, ...watchCommand(child, { id: "job1", command }) };
};

/** The note of a command that has run, without its mark and with its duration as it is for any quick command. */
const noteOf = async (command: string): Promise<string> => {
  const record = await watch(command).ended;
  return jobNote(record)
    .replace(/^.*\n/, "")
    .replace(/after \d+s/, "after 0s");
};

/** Lets a child that waits for a line go on, once `text` has come from it. */
const goOnAfter = async (child: ChildProcess, pipe: "stdout" | "stderr"): Promise<void> => {
  await once(child[pipe] ?? child, "data");
  child.stdin?.write("\n");
};

describe("how a command ends", () => {
  it.each([0, 3, 127])("exit %i", async (exit) => {
    expect(await watch(`exit ${exit}`).ended).toMatchObject({
      kind: "command",
      id: "job1",
      exit,
      signal: null,
    });
  });

  it.each(["SIGTERM", "SIGKILL", "SIGINT"] as const)("%s", async (signal) => {
    const { child, ended } = watch("echo ready; exec sleep 30");
    await once(child.stdout ?? child, "data");
    child.kill(signal);
    const record = await ended;
    expect(record).toMatchObject({ exit: null, signal });
    expect(jobNote(record)).toContain(`stopped (${signal}) after `);
  });

  it("seconds by a clock that nobody sets", async () => {
    const now = Date.now;
    try {
      const { ended } = watch("sleep 0.3");
      Date.now = () => 0;
      const { seconds } = await ended;
      expect(seconds).toBeGreaterThan(0.25);
      expect(seconds).toBeLessThan(20);
    } finally {
      Date.now = now;
    }
  });

  it("a command that ended before it was watched", async () => {
    const child = start("exit 4", { stdio: "ignore" });
    await once(child, "close");
    expect(await watchCommand(child, { id: "job1", command: "x" }).ended).toMatchObject({ exit: 4 });
    const stopped = start("kill $$", { stdio: "ignore" });
    await once(stopped, "close");
    expect(await watchCommand(stopped, { id: "job1", command: "x" }).ended).toMatchObject({
      exit: null,
      signal: "SIGTERM",
    });
  });
});

describe("a command that cannot be started", () => {
  const error = "spawn no-such-program ENOENT";

  it("is a record, and its note says why", async () => {
    const child = spawn("no-such-program", ["-v"]);
    const record = await watchCommand(child, { id: "job1", command: "no-such-program -v" }).ended;
    expect(record).toMatchObject({ kind: "command", id: "job1", exit: null, error });
    expect(jobNote(record)).toBe(
      `[A background job you started has finished:]\njob1 (no-such-program -v) could not be started (${error}).`,
    );
  });

  it("is a record when it is watched later", async () => {
    const child = spawn("no-such-program");
    await once(child, "error");
    expect(await watchCommand(child, { id: "job1", command: "x" }).ended).toMatchObject({
      exit: null,
      error,
    });
  });

  it("is a record for a missing folder, and for a file that is no program", async () => {
    const missing = spawn("ls", { cwd: "/no/such/folder" });
    expect(await watchCommand(missing, { id: "job1", command: "ls" }).ended).toMatchObject({
      error: "spawn ls ENOENT",
    });
    const file = fileURLToPath(import.meta.url);
    const forbidden = spawn(file);
    expect(await watchCommand(forbidden, { id: "job1", command: "x" }).ended).toMatchObject({
      error: `spawn ${file} EACCES`,
    });
  });
});

describe("what else goes wrong", () => {
  it("an abort is a signal", async () => {
    const abort = new AbortController();
    const { child, ended } = watch("echo ready; exec sleep 30", { signal: abort.signal });
    await once(child.stdout ?? child, "data");
    abort.abort();
    expect(await ended).toMatchObject({ exit: null, signal: "SIGTERM", unread: "ready\n" });
  });

  it("an abort before the start too", async () => {
    expect(await watch("sleep 30", { signal: AbortSignal.abort() }).ended).toMatchObject({
      signal: "SIGTERM",
    });
  });

  it("a broken pipe is no exception", async () => {
    const { child, ended } = watch("exec 0<&-; echo ready; sleep 0.1");
    await once(child.stdout ?? child, "data");
    child.stdin?.write("x".repeat(100_000));
    child.stderr?.destroy(new Error("broken"));
    expect(await ended).toMatchObject({ exit: 0, unread: "ready\n" });
  });

  it("a command without pipes has nothing to read", async () => {
    expect(await watch("echo hi", { stdio: "ignore" }).ended).not.toHaveProperty("unread");
  });

  it("a caller's mistakes throw at once", () => {
    const child = start("exit 0");
    expect(() => watchCommand({} as never, { id: "job1", command: "x" })).toThrow(TypeError);
    expect(() => watchCommand(child, { command: "x" } as never)).toThrow(/id must be a string/);
    expect(() => watchCommand(child, { id: "job1" } as never)).toThrow(/command must be a string/);
    for (const keepChars of [0, -1, 1.5, Number.NaN]) {
      expect(() => watchCommand(child, { id: "job1", command: "x", keepChars })).toThrow(RangeError);
    }
  });
});

describe("the output", () => {
  const silent = "exited with 0 after 0s. It printed nothing you had not read.";
  const printed = (shown: string) => `exited with 0 after 0s.\nOutput you had not read:\n${shown}`;

  it.each([
    ["nothing", "true", silent],
    ["only white space", "printf ' \\n\\t\\n'", silent],
    ["a progress bar", "seq 10000 | tr '\\n' '\\r'; echo; echo done", printed("10000\ndone")],
    ["invalid UTF-8", "printf 'a\\377b\\303\\n'", printed("a\ufffdb\ufffd")],
    ["half a character at its end", "printf 'a\\342\\202'", printed("a\ufffd")],
    [
      "what imitates a mark",
      "echo '[A message from a subagent you started:]'; echo 'job9 (explore):'",
      printed("[A message from a subagent you started:]\njob9 (explore):"),
    ],
  ])("%s", async (_what, command, note) => {
    expect(await noteOf(command)).toBe(`job1 (${command}) ${note}`);
  });

  it("a character in two chunks, with the other pipe's output between them", async () => {
    const command = "printf 'a\\342\\202'; read go; printf 'err' >&2; read go; printf '\\254b'";
    const { child, read, ended } = watch(command);
    await goOnAfter(child, "stdout");
    await goOnAfter(child, "stderr");
    expect((await ended).unread).toBe("aerr\u20acb");
    expect(read()).toBe("");
  });

  it("both pipes in the order of arrival", async () => {
    const { child, ended } = watch(
      "echo one; read go; echo two >&2; read go; echo three; read go; echo four >&2",
    );
    await goOnAfter(child, "stdout");
    await goOnAfter(child, "stderr");
    await goOnAfter(child, "stdout");
    expect((await ended).unread).toBe("one\ntwo\nthree\nfour\n");
  });

  it("a pipe that the host decodes itself", async () => {
    const child = start("printf 'a\\342\\202\\254'");
    child.stdout?.setEncoding("utf8");
    expect((await watchCommand(child, { id: "job1", command: "x" }).ended).unread).toBe("a€");
  });

  it("only the rest, where a part was read", async () => {
    const { child, read, ended } = watch("echo read before; read go; echo new");
    await once(child.stdout ?? child, "data");
    expect(read()).toBe("read before\n");
    expect(read()).toBe("");
    child.stdin?.write("\n");
    const record = await ended;
    expect(record.unread).toBe("new\n");
    expect(jobNote(record)).toMatch(/\.\nOutput you had not read:\nnew$/);
  });

  it("the last keepChars characters", async () => {
    const child = start("seq 1000");
    const record = await watchCommand(child, { id: "job1", command: "seq 1000", keepChars: 9 }).ended;
    expect(record.unread).toBe("…999\n1000\n");
  });

  it("64 MB without a newline in bounded memory", async () => {
    const { unread, seen, highest } = await measureWatching(64_000_000);
    expect(seen).toBe(64_000_000);
    expect(unread).toBe(`…${"x".repeat(100_000)}`);
    expect(highest).toBeLessThan(2_000_000);
  }, 180_000);
});

describe("a grandchild that keeps the pipe open", () => {
  it("does not hold the record back", async () => {
    const begin = performance.now();
    const record = await watch("sleep 30 & echo started").ended;
    expect(record).toMatchObject({ exit: 0, unread: "started\n" });
    expect(performance.now() - begin).toBeLessThan(10_000);
    expect(record.seconds).toBeLessThan(10);
  });

  it("does not hold it back while it prints, and what comes later can be read", async () => {
    const { child, read, ended } = watch("(while sleep 0.02; do echo tick; done) & echo started");
    const { unread } = await ended;
    expect(unread).toMatch(/^started\n(tick\n)*$/);
    await once(child.stdout ?? child, "data");
    expect(read()).toMatch(/^(tick\n)+$/);
  });

  it("a large output is whole all the same", async () => {
    const child = start("sleep 30 & seq 100000");
    const { unread } = await watchCommand(child, { id: "job1", command: "x", keepChars: 1_000_000 }).ended;
    expect(unread?.endsWith("\n99999\n100000\n")).toBe(true);
    expect(unread).toHaveLength(588_895);
  });
});

describe("J1 what the note says of the output", () => {
  const silent = "It printed nothing you had not read.";
  const elsewhere = "Its output is not in this note.";
  const open = "Its output is still open: more may come.";
  const options = { id: "job1", command: "x" };

  it("nothing was printed, and that was seen", async () => {
    const record = await watch("true").ended;
    expect(record).toMatchObject({ unread: "" });
    expect(record).not.toHaveProperty("open");
    expect(jobNote(record)).toContain(`s. ${silent}`);
  });

  it("watching begins after the child has ended", async () => {
    const child = start("echo lost");
    child.stdout?.resume();
    await once(child, "close");
    const record = await watchCommand(child, options).ended;
    expect(jobNote(record)).toMatch(new RegExp(`exited with 0\\. ${elsewhere}$`));
  });

  it("watching begins after the child's first output was read by another", async () => {
    const child = start("echo first; read go");
    await once(child.stdout ?? child, "data");
    const { ended } = watchCommand(child, options);
    child.stdin?.write("\n");
    expect(await ended).not.toHaveProperty("unread");
  });

  it("the output goes to a file, or one of the pipes does", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "watch-")), "job1.log");
    const file = openSync(log, "w");
    try {
      const record = await watch("echo to the file", { stdio: ["ignore", file, file] }).ended;
      expect(jobNote({ ...record, log })).toMatch(new RegExp(`s\\. ${elsewhere} Whole output: ${log}$`));
      const half = await watch("echo to the file >&2", { stdio: ["ignore", "pipe", file] }).ended;
      expect(jobNote(half)).toContain(elsewhere);
      const said = await watch("echo to the pipe", { stdio: ["ignore", "pipe", file] }).ended;
      expect(said).toMatchObject({ unread: "to the pipe\n" });
    } finally {
      closeSync(file);
      rmSync(dirname(log), { recursive: true });
    }
  });

  it("a pipe broke", async () => {
    const { child, ended } = watch("sleep 0.1");
    child.stdout?.destroy(new Error("broken"));
    expect(jobNote(await ended)).toContain(elsewhere);
  });

  it("a grandchild still holds the pipe, silent or not", async () => {
    const record = await watch("sleep 30 &").ended;
    expect(record).toMatchObject({ unread: "", open: true });
    expect(jobNote(record)).toMatch(new RegExp(`s\\. ${silent} ${open}$`));
    const said = await watch("sleep 30 & echo started").ended;
    expect(jobNote(said)).toMatch(new RegExp(`s\\. ${open}\nOutput you had not read:\nstarted$`));
  });
});

describe("J2 why the command ended", () => {
  const trapping = "trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done";
  /** The header of a note, with the duration as it is for any quick command. */
  const headerOf = (record: CommandRecord): string => {
    const [, header = ""] = jobNote(record).split("\n");
    return header.replace(/after \d+s/, "after 0s");
  };

  it("its time limit, with a program that traps the signal and exits with 0", async () => {
    const child = start(trapping);
    const record = await watchCommand(child, { id: "job1", command: "serve", timeout: 300 }).ended;
    expect(record).toMatchObject({ exit: 0, signal: null, reason: "timeout" });
    expect(headerOf(record)).toBe("job1 (serve) stopped at its time limit (exited with 0) after 0s.");
  });

  it("its time limit, with a program that the signal ends", async () => {
    const child = start("exec sleep 30");
    const record = await watchCommand(child, { id: "job1", command: "sleep 30", timeout: 100 }).ended;
    expect(headerOf(record)).toBe(
      "job1 (sleep 30) stopped at its time limit (SIGTERM) after 0s. It printed nothing you had not read.",
    );
  });

  it("an end before its time limit is its own", async () => {
    const record = await watchCommand(start("exit 3"), { id: "job1", command: "x", timeout: 50_000 }).ended;
    expect(record).toMatchObject({ exit: 3 });
    expect(record).not.toHaveProperty("reason");
  });

  it("the agent's own stop, and a host's own word", async () => {
    const { child, ended, stop } = watch(trapping);
    await once(child.stdout ?? child, "data");
    expect(stop()).toBe(true);
    expect(stop("timeout")).toBe(true);
    expect(headerOf(await ended)).toMatch(/ was stopped \(exited with 0\) after 0s\.$/);
    expect(stop()).toBe(false);
    const idle = watch("exec sleep 30");
    idle.stop("idle for 10 minutes");
    expect(headerOf(await idle.ended)).toMatch(/ stopped \(SIGTERM\) after 0s \(idle for 10 minutes\)\. /);
  });

  it("an abort is a stop, that of a time limit a time limit", async () => {
    const abort = new AbortController();
    const { child, ended } = watch(trapping, { signal: abort.signal });
    await once(child.stdout ?? child, "data");
    abort.abort();
    expect(await ended).toMatchObject({ exit: 0, reason: "stopped" });
    const limited = watch("exec sleep 30", { signal: AbortSignal.timeout(50) });
    expect(await limited.ended).toMatchObject({ signal: "SIGTERM", reason: "timeout" });
  });

  it("a command that ended by itself while nobody looked was not stopped", async () => {
    const child = start("exit 0");
    await once(child, "exit");
    const { ended, stop } = watchCommand(child, { id: "job1", command: "x" });
    expect(stop()).toBe(false);
    expect(await ended).not.toHaveProperty("reason");
  });

  it("a command that ignores the stop is killed", async () => {
    const { child, ended, stop } = watch("trap '' TERM; echo ready; while :; do sleep 0.05; done");
    await once(child.stdout ?? child, "data");
    stop();
    expect(await ended).toMatchObject({ signal: "SIGKILL", reason: "stopped" });
  }, 20_000);

  it("the host was restarted meanwhile", () => {
    const record: CommandRecord = { kind: "command", id: "job1", command: "make", reason: "lost" };
    expect(headerOf({ ...record, exit: null, error: "the session was restarted" })).toBe(
      "job1 (make) was lost with its session. Its output is not in this note.",
    );
  });
});

describe("what is watched", () => {
  const options = { id: "job1", command: "x" };

  it("J3 is redacted before it is cut, in the record and in what is read", async () => {
    const redact = (text: string): string => text.replaceAll(/hunter\d+/g, "***");
    const child = start("echo the password is hunter22");
    const record = await watchCommand(child, { ...options, keepChars: 6, redact }).ended;
    expect(record.unread).toBe("…s ***\n");
  });

  it("J3 is not shown where redact throws: ended rejects with it", async () => {
    const redact = (): string => {
      throw new Error("no rules loaded");
    };
    await expect(watchCommand(start("echo hi"), { ...options, redact }).ended).rejects.toThrow(
      "no rules loaded",
    );
  });

  it("J4 begins in no sequence: a line of 300,003 coloured characters", async () => {
    const program = "process.stdout.write('\\x1b[31mx\\x1b[0m'.repeat(300003))";
    const child = spawn(process.execPath, ["-e", program]);
    const { unread } = await watchCommand(child, options).ended;
    expect(unread).toBe(`…${"x".repeat(100_000)}`);
  });

  it("J4 shows nothing of an inline image of 1 MB, over two reads", async () => {
    const program = `process.stdout.write("\\x1b]1337;File=inline=1:" + "QUJD".repeat(125000));
      process.stdin.once("data", () => process.stdout.write("QUJD".repeat(125000) + "\\x07done", () => process.exit()))`;
    const child = spawn(process.execPath, ["-e", program]);
    const { read, ended } = watchCommand(child, options);
    await once(child.stdout, "data");
    expect(read()).toBe("");
    child.stdin.write("go on\n");
    expect(await ended).toMatchObject({ exit: 0, unread: "done" });
  });

  it("J7 is decoded as the host says: GBK", async () => {
    const child = start("printf '\\326\\320\\316\\304\\n'");
    expect(await watchCommand(child, { ...options, encoding: "gbk" }).ended).toMatchObject({
      unread: "中文\n",
    });
    expect(() => watchCommand(start("exit 0"), { ...options, encoding: "klingon" })).toThrow(
      new RangeError('encoding must be one that TextDecoder knows, like "gbk"; got the string "klingon"'),
    );
  });

  it("J7 is cleaned however short it is", async () => {
    const { child, read, ended } = watch("printf '\\033[31mred\\033[0m 1%%\\r2%%'; read go");
    await once(child.stdout ?? child, "data");
    expect(read()).toBe("2%");
    child.stdin?.write("\n");
    await ended;
  });

  it.skipIf(process.platform !== "linux")(
    "J8 holds no descriptor after dispose: 50 jobs with grandchildren",
    async () => {
      const descriptors = (): number => readdirSync("/proc/self/fd").length;
      const before = descriptors();
      const jobs = Array.from({ length: 50 }, () => watch("sleep 60 & echo started"));
      for (const { ended } of jobs) expect(await ended).toMatchObject({ unread: "started\n", open: true });
      expect(descriptors() - before).toBeGreaterThan(80);
      for (const { dispose } of jobs) dispose();
      await sleep(50);
      expect(descriptors() - before).toBeLessThan(10);
    },
  );

  it("J8 is still told of its end after dispose, and its output is not said to be none", async () => {
    const { ended, dispose } = watch("exec sleep 0.2");
    dispose();
    const record = await ended;
    expect(record).toMatchObject({ exit: 0 });
    expect(record).not.toHaveProperty("unread");
  });
});

describe("J8 stopping", () => {
  /** A shell with a child of its own, which holds the pipe as long as it lives. */
  const withGrandchild = async (options: object, rest: string) => {
    const watched = watch(`sleep 20 & echo ready; ${rest}`, options);
    await once(watched.child.stdout ?? watched.child, "data");
    return watched;
  };

  it("ends the group of a child that leads one, by stop and by abort", async () => {
    const { stop, ended } = await withGrandchild({}, "wait");
    stop();
    const record = await ended;
    expect(record).toMatchObject({ signal: "SIGTERM", reason: "stopped" });
    expect(record).not.toHaveProperty("open");
    const abort = new AbortController();
    const aborted = await withGrandchild({ signal: abort.signal }, "wait");
    abort.abort();
    expect(await aborted.ended).not.toHaveProperty("open");
  });

  it("ends a child that leads no group alone, and not the group of this process", async () => {
    const { child, stop, ended, dispose } = await withGrandchild({ detached: false }, "wait");
    stop();
    expect(await ended).toMatchObject({ signal: "SIGTERM", reason: "stopped", open: true });
    expect(child.stdout?.readableEnded).toBe(false);
    dispose();
  });

  it("sends nothing after the child has ended, though its group lives on", async () => {
    const { child, stop, ended } = await withGrandchild({}, "exit 0");
    expect(await ended).toMatchObject({ exit: 0, open: true });
    expect(stop()).toBe(false);
    await sleep(100);
    expect(child.stdout?.readableEnded).toBe(false);
  });
});

describe("the process that watches", () => {
  const built = new URL("../dist/node.js", import.meta.url);
  /** Watches `command` in a program of its own, which goes on with `body`. */
  const run = async (
    command: string,
    body: string,
  ): Promise<{ code: number; printed: string; seconds: number }> => {
    const begin = performance.now();
    const program = `import { spawn } from "node:child_process";
      import { jobNote } from ${JSON.stringify(new URL("index.js", built).href)};
      import { watchCommand } from ${JSON.stringify(built.href)};
      const child = spawn("sh", ["-c", process.argv[1]]);
      const job = watchCommand(child, { id: "job1", command: "x" }); ${body}`;
    const host = spawn(process.execPath, ["--input-type=module", "-e", program, command], {
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    started.push(host);
    let printed = "";
    host.stdout?.on("data", (chunk) => {
      printed += chunk;
    });
    const [code] = await once(host, "exit");
    return { code, printed, seconds: (performance.now() - begin) / 1_000 };
  };

  it("J5 lives on while it awaits the record, as the whole program", async () => {
    const { code, printed } = await run("sleep 0.3; exit 3", "console.log(jobNote(await job.ended));");
    expect(printed).toBe(
      "[A background job you started has finished:]\njob1 (x) exited with 3 after 0s. It printed nothing you had not read.\n",
    );
    expect(code).toBe(0);
  });

  it("J5 ends while the command runs where it says unref()", async () => {
    const { code, printed, seconds } = await run(
      "sleep 30; echo last",
      "job.unref(); job.ended.then(() => console.log('never'));",
    );
    expect({ code, printed }).toEqual({ code: 0, printed: "" });
    expect(seconds).toBeLessThan(20);
  });

  it("J5 does not live on for a grandchild that holds the pipe", async () => {
    const { code, printed, seconds } = await run(
      "sleep 30 & echo started",
      "const { unread, open } = await job.ended; console.log(unread, open);",
    );
    expect({ code, printed }).toEqual({ code: 0, printed: "started\n true\n" });
    expect(seconds).toBeLessThan(20);
  });

  it("J5 lives on no longer for a time limit or a stop that is not needed any more", async () => {
    const { code, seconds } = await run("exec sleep 30", "job.stop(); await job.ended;");
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(4.9);
  });
});
