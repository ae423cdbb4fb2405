import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { jobNote } from "./job-note.js";
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
    expect(await watchCommand(child, { id: "job1", command: "x" }).ended).toMatchObject({
      exit: 4,
      unread: "",
    });
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
    expect(record).toMatchObject({ exit: null, error, unread: "" });
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
    expect(await watch("echo hi", { stdio: "ignore" }).ended).toMatchObject({ exit: 0, unread: "" });
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

  it("200 MB without a newline in bounded memory", async () => {
    const { unread, seen, highest } = await measureWatching(200_000_000);
    expect(seen).toBe(200_000_000);
    expect(unread).toBe(`…${"x".repeat(100_000)}`);
    expect(highest).toBeLessThan(2_000_000);
  });
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
    expect(unread.endsWith("\n99999\n100000\n")).toBe(true);
    expect(unread).toHaveLength(588_895);
  });
});

describe("the process that watches", () => {
  const built = new URL("../dist/node.js", import.meta.url);
  const run = async (body: string): Promise<{ code: number; printed: string; seconds: number }> => {
    const folder = mkdtempSync(join(tmpdir(), "watch-"));
    const begin = performance.now();
    const program = `import { spawn } from "node:child_process"; import { watchCommand } from ${JSON.stringify(built.href)};
      const child = spawn("sh", ["-c", process.argv[1]], { cwd: ${JSON.stringify(folder)} });
      const job = watchCommand(child, { id: "job1", command: "x" }); ${body}`;
    const host = spawn(
      process.execPath,
      ["--input-type=module", "-e", program, "read line; echo last; exit 3"],
      {
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    started.push(host);
    let printed = "";
    host.stdout?.on("data", (chunk) => {
      printed += chunk;
    });
    const [code] = await once(host, "close");
    rmSync(folder, { recursive: true });
    return { code, printed, seconds: (performance.now() - begin) / 1_000 };
  };

  it("ends while the command runs", async () => {
    const { code, seconds } = await run("job.ended.then(() => console.log('never'));");
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(20);
  });

  it("waits where it says child.ref()", async () => {
    const { code, printed } = await run(
      `child.ref(); setTimeout(() => child.stdin.end("\\n"), 50).unref(); const { exit, unread } = await job.ended; console.log(exit, unread);`,
    );
    expect(printed).toBe("3 last\n\n");
    expect(code).toBe(0);
  });
});
