import { checkFlag, checkNames, checkObject, checkText, describe } from "@lembas/arguments";
import type { CommandRecord } from "./job-record.js";

/** How a command ended, to be spread into its record. */
export type CommandEnd = Required<Pick<CommandRecord, "exit" | "signal">>;

/** The signals whose numbers are the same on Linux and on the BSDs, macOS among them. */
const signals: Readonly<Record<number, string>> = {
  1: "SIGHUP",
  2: "SIGINT",
  3: "SIGQUIT",
  4: "SIGILL",
  5: "SIGTRAP",
  6: "SIGABRT",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  13: "SIGPIPE",
  14: "SIGALRM",
  15: "SIGTERM",
  24: "SIGXCPU",
  25: "SIGXFSZ",
  26: "SIGVTALRM",
  27: "SIGPROF",
  28: "SIGWINCH",
};

/** Above it are no signals: -1073741510 is a status of Windows. */
const LAST_SIGNAL = 64;

const checkCode = (code: number): void => {
  if (!Number.isInteger(code)) throw new RangeError(`code must be a whole number; got ${describe(code)}`);
};

const stoppedBy = (signal: number): CommandEnd => ({
  exit: null,
  signal: signals[signal] ?? `signal ${signal}`,
});

/**
 * How a command ended, from the `(code, signal)` of Node's `exit` and `close` events.
 *
 * @throws {RangeError} the code is neither a whole number nor null
 * @throws {TypeError} the signal is neither a text nor null
 * @example child.on("close", (code, signal) => jobNote({ kind: "command", id, command, seconds, ...fromNodeExit(code, signal) }))
 */
export const fromNodeExit = (code: number | null, signal: string | null): CommandEnd => {
  if (code !== null) checkCode(code);
  if (signal !== null) checkText(signal, "signal");
  return code === null ? { exit: null, signal } : { exit: code, signal: null };
};

/**
 * How a command ended, from the one number that a shell (`$?`) or Python (`returncode`) has for it. A negative
 * code is a signal, as Python writes it. 128 + n is a signal, as a shell writes it, only where the host says by
 * `stopped` that it stopped the command: a program may exit with 143 by itself.
 *
 * @throws {RangeError} the code is not a whole number
 * @throws {TypeError} `options` is no object, has another name than `stopped`, or that is neither `true` nor `false`
 * @example fromExitCode(-9) // { exit: null, signal: "SIGKILL" }
 * @example fromExitCode(143, { stopped: true }) // { exit: null, signal: "SIGTERM" }
 * @example fromExitCode(143) // { exit: 143, signal: null }
 */
export const fromExitCode = (code: number, options: { stopped?: boolean | undefined } = {}): CommandEnd => {
  checkCode(code);
  checkObject(options, "options", "{ stopped: true }");
  checkNames(options, ["stopped"], "option");
  const { stopped = false } = options;
  checkFlag(stopped, "stopped");
  const signal = code < 0 ? -code : stopped ? code - 128 : 0;
  return signal > 0 && signal <= LAST_SIGNAL ? stoppedBy(signal) : { exit: code, signal: null };
};
