import { type ChildProcess, execFileSync, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atEnd } from "./at-end.js";

export { atEnd };

/**
 * An empty folder, removed when the tests of the file are over. A module that several test files import has to ask for
 * it in a function: they run in one process, which loads such a module once.
 */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "lembas-"));
  // What a program left running may still write into it, which makes the removal fail.
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

/**
 * The program that a variable of the environment names for tests; `undefined` where it names none.
 *
 * @param read gives the program, and throws where it does not run
 * @throws {TypeError} it names what does not run: tests that are asked for are not skipped
 */
export const readGivenProgram = <Program>(
  variable: string,
  read: (path: string) => Program,
  what = "the path of the program",
): Program | undefined => {
  const given = process.env[variable];
  if (given === undefined || given === "") return undefined;
  try {
    return read(given);
  } catch (cause) {
    throw new TypeError(`${variable} must be ${what}; got ${given}, which does not run`, { cause });
  }
};

const mountTiny = (folder: string): boolean => {
  if (process.platform !== "linux") return false;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** Whether this machine lets the tests mount a disk: root may, elsewhere the tests of a full disk are skipped. */
export const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "lembas-mount-"));
  const mounted = mountTiny(folder);
  if (mounted) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
})();

/** A disk of 64 KiB, unmounted when the tests of the file are over. */
export const tinyDisk = (): string => {
  const folder = scratchFolder();
  if (!mountTiny(folder)) throw new Error("no disk could be mounted");
  atEnd(() => execFileSync("umount", ["-l", folder]));
  return folder;
};

/** Root, whom no permissions bind, has the user nobody do what they are to bind. */
const otherUser = process.getuid?.() === 0 ? 65_534 : undefined;

/** Gives files and folders to the user that a worker bound by permissions runs as. */
export const giveToBoundUser = (...paths: readonly string[]): void => {
  if (otherUser !== undefined) for (const path of paths) chownSync(path, otherUser, otherUser);
};

/** What a worker sends: that it is where it was to be, what its command gave, or with which error it ended. */
export interface WorkerMessage {
  readonly held?: true;
  readonly answer?: unknown;
  readonly failed?: string;
}

/** A process of its own, which answers commands; it ends when the tests of the file are over. */
export class Worker {
  readonly child: ChildProcess;

  /** @param script what it runs: ends with `answerCommands` of `@lembas/build/answer-commands` */
  constructor(script: URL, options: ForkOptions = {}) {
    this.child = fork(fileURLToPath(script), { execArgv: [], ...options });
    atEnd(() => this.kill());
  }

  /** One that permissions bind, whoever runs the tests. */
  static bound(script: URL): Worker {
    const user = otherUser === undefined ? {} : { WORKER_USER: String(otherUser) };
    return new Worker(script, { env: { ...process.env, ...user } });
  }

  /**
   * Sends a command and gives the next message that comes back.
   *
   * @throws {Error} the process ended instead
   */
  async ask(command: string, details: object = {}): Promise<WorkerMessage> {
    const stop = new AbortController();
    const { signal } = stop;
    const ended = once(this.child, "exit", { signal }).then(() => {
      throw new Error(`the worker ended before it answered ${command}`);
    });
    const message = once(this.child, "message", { signal }).then(([first]): WorkerMessage => first);
    this.child.send({ command, ...details });
    try {
      return await Promise.race([message, ended]);
    } finally {
      ended.catch(() => {});
      message.catch(() => {});
      stop.abort();
    }
  }

  /** Ends it as a power cut would, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }
}
