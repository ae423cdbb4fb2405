import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { getSystemErrorName, TextDecoder } from "node:util";
import { checkNames, checkNumber, checkObject, checkText, checkWhole, describe } from "@lembas/arguments";
import { endProcess } from "./end-process.js";
import { fromNodeExit } from "./exit-codes.js";
import type { CommandRecord } from "./job-record.js";
import { outputSettled } from "./output-settled.js";
import { OutputTail } from "./output-tail.js";
import { checkRedact, type Redact } from "./record-parts.js";

const DEFAULT_KEEP_CHARS = 100_000;

/** The longest time that Node's timers know, about 24.8 days. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** How long a command that was told to stop has until it is killed. */
const GRACE_MILLISECONDS = 5_000;

/** What `watchCommand` needs to know of a command. */
export interface WatchOptions {
  /** The job's id, as the agent knows it. */
  id: string;
  /** The command, as the agent wrote it. */
  command: string;
  /** How many characters of output that nobody has read yet are kept, the last of them. Default: 100,000. */
  keepChars?: number | undefined;
  /**
   * The command's time limit in milliseconds: then it is stopped as `stop` does, and its record says so. Give it here
   * and not to `spawn`, which tells nobody why it ended the child. Default: none.
   */
  timeout?: number | undefined;
  /** The encoding of the output, as `TextDecoder` names it, like `gbk`. Default: `utf-8`. */
  encoding?: string | undefined;
  /**
   * Takes secrets out of the output before it is cut at `keepChars`; give the same to `jobNote`, which knows the other
   * texts. What it throws, `read` throws, and `ended` rejects with. A secret that two reads part it sees in neither.
   */
  redact?: Redact | undefined;
}

/** A command that is being watched. */
export interface WatchedCommand {
  /**
   * The output since the last `read`, standard output and standard error in the order of their arrival, cleaned of
   * terminal control. Where more than `keepChars` characters came: the last of them, with `…` before them.
   */
  readonly read: () => string;
  /**
   * The record, once the command has ended. Its `unread` is the output that no `read` gave; it is absent where there
   * is none and the output was not all seen. It always resolves, and until it does it keeps the process alive, unless
   * `unref` was called.
   */
  readonly ended: Promise<CommandRecord>;
  /**
   * Stops the command, and the processes that it started where it leads a group of its own (`detached: true`): by
   * `SIGTERM`, five seconds later by `SIGKILL`. The record says why: `stopped`, or the reason given (`timeout`, or a
   * word of your own). An abort of the signal that `spawn` was given does the same. A command that has ended already
   * is left alone, and so is whatever has its process id by now.
   *
   * @returns whether it was running
   * @throws {TypeError} the reason is not a string
   */
  readonly stop: (reason?: string) => boolean;
  /** Lets the process end while the command runs, as Node's own `unref` does. */
  readonly unref: () => void;
  /**
   * Closes the pipes: a process that still holds the output of a command that has ended costs two descriptors until
   * then. No more output comes; what came can still be read, and `ended` still resolves.
   */
  readonly dispose: () => void;
}

type Ending = Pick<CommandRecord, "exit" | "signal" | "reason" | "error" | "seconds">;

const ignoreError = (): void => {};

/** The child's pipes, those that it has. Without file descriptors left, `spawn` gives a child without `stdio`. */
const pipesOf = (child: ChildProcess): Readable[] =>
  [child.stdout, child.stderr].filter((pipe) => pipe !== null && pipe !== undefined);

/** Reads the pipe as one stream of text, so that a character that two chunks share is whole. */
const decodePipe = (pipe: Readable, decoder: TextDecoder, write: (piece: string) => void): void => {
  pipe.on("data", (chunk: Uint8Array | string) => {
    write(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
  });
  // At its end what is left of a character is U+FFFD; a pipe that breaks has no end, and is closed.
  const flush = (): void => write(decoder.decode());
  pipe.once("end", flush).once("close", flush);
};

/** Lets the process end while something is open. */
const letGo = (handle: object | null | undefined): void => {
  if (handle && "unref" in handle && typeof handle.unref === "function") handle.unref();
};

/** Why an abort of the signal that `spawn` was given ended the child; undefined for all other errors. */
const reasonOfAbort = ({ name, cause }: Error): string | undefined => {
  if (name !== "AbortError") return undefined;
  return cause instanceof Error && cause.name === "TimeoutError" ? "timeout" : "stopped";
};

/**
 * How the child ended, at the moment when it does. A child without a process id was never started.
 *
 * @param onAbort told why, where the signal that `spawn` was given is to end it
 */
const whenEnded = (child: ChildProcess, onAbort: (reason: string) => void): Promise<Ending> =>
  new Promise((resolve) => {
    const start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1_000;
    const { exitCode, signalCode, spawnfile } = child;
    child.once("exit", (code, signal) => resolve({ ...fromNodeExit(code, signal), seconds: seconds() }));
    // Beside that it tells of an abort and of a signal that could not be sent: the exit follows, or does not.
    child.on("error", (error) => {
      if (child.pid === undefined) resolve({ exit: null, error: error.message });
      const reason = reasonOfAbort(error);
      if (reason !== undefined) onAbort(reason);
    });
    if (child.pid === undefined && exitCode !== null) {
      resolve({ exit: null, error: `spawn ${spawnfile} ${getSystemErrorName(exitCode)}` });
    } else if (exitCode !== null || signalCode !== null) {
      resolve(fromNodeExit(exitCode, signalCode));
    }
  });

const newDecoder = (encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new RangeError(
      `encoding must be one that TextDecoder knows, like "gbk"; got ${describe(encoding)}`,
    );
  }
};

const NAMES = [
  "id",
  "command",
  "keepChars",
  "timeout",
  "encoding",
  "redact",
] satisfies (keyof WatchOptions)[];

const checkArguments = (child: ChildProcess, options: WatchOptions): void => {
  if (typeof child?.once !== "function") {
    throw new TypeError(`child must be a child process, as \`spawn\` gives it; got ${describe(child)}`);
  }
  checkObject(options, "options", '{ id: "job3", command: "npm test" }');
  checkNames(options, NAMES, "option");
  const { id, command, keepChars, timeout, encoding, redact } = options;
  checkText(id, "id");
  checkText(command, "command");
  if (keepChars !== undefined) checkWhole(keepChars, "keepChars", 1);
  if (encoding !== undefined) checkText(encoding, "encoding");
  checkRedact(redact);
  if (timeout === undefined) return;
  checkNumber(timeout, "timeout");
  if (timeout > 0 && timeout <= LONGEST_TIMEOUT) return;
  throw new RangeError(
    `timeout must be a number of milliseconds above 0, at most ${LONGEST_TIMEOUT}; got ${timeout}`,
  );
};

/** A child process with what is known of it: its pipes, its output, why it ended. */
class Watched implements WatchedCommand {
  readonly ended: Promise<CommandRecord>;
  readonly #child: ChildProcess;
  readonly #pipes: readonly Readable[];
  /** Whether both pipes are there and nothing was read of them before. */
  readonly #fromStart: boolean;
  readonly #tail: OutputTail;
  #reason: string | undefined;
  #force: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, options: WatchOptions) {
    const { id, command, keepChars = DEFAULT_KEEP_CHARS, timeout, encoding = "utf-8", redact } = options;
    this.#child = child;
    this.#pipes = pipesOf(child);
    this.#fromStart =
      this.#pipes.length === 2 && this.#pipes.every((pipe) => !pipe.readableDidRead && !pipe.destroyed);
    this.#tail = new OutputTail(keepChars, redact);
    for (const [pipe, decoder] of this.#pipes.map((pipe) => [pipe, newDecoder(encoding)] as const)) {
      decodePipe(pipe, decoder, (piece) => this.#tail.write(piece));
    }
    for (const pipe of child.stdio ?? []) pipe?.on("error", ignoreError);
    // The child keeps the process alive, where it is to live; so no timer has to.
    const limit = timeout === undefined ? undefined : setTimeout(() => this.stop("timeout"), timeout).unref();
    this.ended = whenEnded(child, this.stop).then(async (end) => {
      clearTimeout(limit);
      clearTimeout(this.#force);
      const why = this.#reason === undefined ? {} : { reason: this.#reason };
      await outputSettled(this.#pipes);
      return { kind: "command" as const, id, command, ...end, ...why, ...this.#lastOutput() };
    });
  }

  // Functions of the object, so that `const { read, stop } = watchCommand(…)` works.
  readonly read = (): string => this.#tail.take();

  readonly stop = (reason = "stopped"): boolean => {
    checkText(reason, "reason");
    if (!endProcess(this.#child, "SIGTERM")) return false;
    this.#reason ??= reason;
    this.#force ??= setTimeout(() => endProcess(this.#child, "SIGKILL"), GRACE_MILLISECONDS).unref();
    return true;
  };

  readonly unref = (): void => {
    letGo(this.#child);
    for (const pipe of this.#child.stdio ?? []) letGo(pipe);
  };

  readonly dispose = (): void => {
    for (const pipe of this.#pipes) pipe.destroy();
  };

  /** What the record says of the output. What a grandchild holds open keeps no process alive. */
  #lastOutput(): Pick<CommandRecord, "unread" | "open"> {
    const isOpen = this.#pipes.some((pipe) => !pipe.readableEnded && !pipe.destroyed);
    if (isOpen) for (const pipe of this.#pipes) letGo(pipe);
    const unread = this.#tail.take();
    const wasSeen = this.#fromStart && !this.#pipes.some((pipe) => pipe.readableAborted);
    return { ...(wasSeen || unread !== "" ? { unread } : {}), ...(isOpen ? { open: true } : {}) };
  }
}

/**
 * Watches a child process until it has ended, and makes its record for `jobNote`. Both pipes are read, each
 * decoded as one stream of text, in bounded memory. Whatever goes wrong with the child is in the record too: that
 * it cannot be started, an abort, a broken pipe. A pipe that a grandchild keeps open after the child's end holds
 * the record back until it has been silent for a tenth of a second, at most one second; what comes later is there
 * for `read`, and the record has `open`. Watch a child right after `spawn`, so that nothing of it is missed.
 * Specification 4.4 to 4.6.
 *
 * @throws {TypeError} `child` is not a child process, `options` not an object, `id` or `command` not a string, or
 *   another option of another type, or of a name that is none
 * @throws {RangeError} `keepChars` is not a whole number of at least 1, `timeout` is not above 0 or too large, or
 *   `encoding` is unknown
 * @example
 * const job = watchCommand(spawn("npm", ["test"]), { id: "job3", command: "npm test" });
 * console.log(jobNote(await job.ended));
 */
export const watchCommand = (child: ChildProcess, options: WatchOptions): WatchedCommand => {
  checkArguments(child, options);
  return new Watched(child, options);
};
