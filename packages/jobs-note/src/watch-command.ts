import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { getSystemErrorName } from "node:util";
import { checkObject, checkText, checkWhole, describe } from "@lembas/arguments";
import { fromNodeExit } from "./exit-codes.js";
import type { CommandRecord } from "./job-record.js";
import { outputSettled } from "./output-settled.js";
import { OutputTail } from "./output-tail.js";

const DEFAULT_KEEP_CHARS = 100_000;

/** What `watchCommand` needs to know of a command. */
export interface WatchOptions {
  /** The job's id, as the agent knows it. */
  id: string;
  /** The command, as the agent wrote it. */
  command: string;
  /** How many characters of output that nobody has read yet are kept, the last of them. Default: 100,000. */
  keepChars?: number | undefined;
}

/** A command that is being watched. */
export interface WatchedCommand {
  /**
   * The output since the last `read`, standard output and standard error in the order of their arrival. Where
   * more than `keepChars` characters came: the last of them, cleaned of terminal control, with `…` before them.
   */
  read(): string;
  /**
   * The record, once the command has ended; its `unread` is the output that no `read` gave. It always resolves,
   * but waiting for it keeps no process alive: where yours has nothing else to do, call `child.ref()`.
   */
  readonly ended: Promise<CommandRecord & { unread: string }>;
}

type Ending = Pick<CommandRecord, "exit" | "signal" | "error" | "seconds">;

const ignoreError = (): void => {};

/** Reads the pipe as one UTF-8 stream, so that a character that two chunks share is whole. */
const decodePipe = (pipe: Readable, write: (piece: string) => void): void => {
  const decoder = new TextDecoder();
  pipe.on("data", (chunk: Uint8Array | string) => {
    write(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
  });
  // At its end what is left of a character is U+FFFD; a pipe that breaks has no end, and is closed.
  const flush = (): void => write(decoder.decode());
  pipe.once("end", flush).once("close", flush);
};

/** Lets the process end while the child runs, and a broken pipe be no exception. */
const letGo = (child: ChildProcess): void => {
  child.unref();
  // Without file descriptors left, `spawn` gives a child without `stdio`.
  for (const pipe of child.stdio ?? []) {
    pipe?.on("error", ignoreError);
    if (pipe && "unref" in pipe && typeof pipe.unref === "function") pipe.unref();
  }
};

/** How the child ended, at the moment when it does. A child without a process id was never started. */
const whenEnded = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve) => {
    const start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1_000;
    const { exitCode, signalCode, spawnfile } = child;
    child.once("exit", (code, signal) => resolve({ ...fromNodeExit(code, signal), seconds: seconds() }));
    // Beside that it tells of an abort and of a signal that could not be sent: the exit follows, or does not.
    child.on("error", ({ message }) => {
      if (child.pid === undefined) resolve({ exit: null, error: message, seconds: seconds() });
    });
    if (child.pid === undefined && exitCode !== null) {
      resolve({ exit: null, error: `spawn ${spawnfile} ${getSystemErrorName(exitCode)}`, seconds: 0 });
    } else if (exitCode !== null || signalCode !== null) {
      resolve({ ...fromNodeExit(exitCode, signalCode), seconds: 0 });
    }
  });

const checkArguments = (child: ChildProcess, options: WatchOptions): void => {
  if (typeof child?.once !== "function") {
    throw new TypeError(`child must be a child process, as \`spawn\` gives it; got ${describe(child)}`);
  }
  checkObject(options, "options", '{ id: "job3", command: "npm test" }');
  checkText(options.id, "id");
  checkText(options.command, "command");
  if (options.keepChars !== undefined) checkWhole(options.keepChars, "keepChars", 1);
};

/**
 * Watches a child process until it has ended, and makes its record for `jobNote`. Both pipes are read, each
 * decoded as one UTF-8 stream, in bounded memory. Whatever goes wrong with the child is in the record too: that
 * it cannot be started, an abort, a broken pipe. It lets the process end while the child runs. A pipe that a
 * grandchild keeps open after the child's end holds the record back until it has been silent for a tenth of a
 * second, at most one second; what comes later is there for `read`. Specification 4.4 to 4.6.
 *
 * @throws {TypeError} `child` is no child process, `options` no object, `id` or `command` no text, or `keepChars` no number
 * @throws {RangeError} `keepChars` is no whole one of at least 1
 * @example
 * const job = watchCommand(spawn("npm", ["test"]), { id: "job3", command: "npm test" });
 * job.ended.then((record) => notes.push(jobNote(record)));
 */
export const watchCommand = (child: ChildProcess, options: WatchOptions): WatchedCommand => {
  checkArguments(child, options);
  const { id, command, keepChars = DEFAULT_KEEP_CHARS } = options;
  const tail = new OutputTail(keepChars);
  const pipes = [child.stdout, child.stderr].filter((pipe) => pipe !== null && pipe !== undefined);
  for (const pipe of pipes) decodePipe(pipe, (piece) => tail.write(piece));
  letGo(child);
  const ended = whenEnded(child).then(async (ending) => {
    await outputSettled(pipes);
    return { kind: "command" as const, id, command, ...ending, unread: tail.take(true) };
  });
  return { read: () => tail.take(), ended };
};
