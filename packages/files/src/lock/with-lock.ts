import { utimes } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { checkFunction, describe } from "@lembas/arguments";
import { checkLockOptions, checkPath } from "../checks.js";
import { errorCode } from "../error-code.js";
import { FileError } from "../file-error.js";
import { hasEnded, nameHolder } from "./holder.js";
import { LockFolder } from "./lock-folder.js";
import { LockedFile } from "./locked-file.js";
import { pauseAbout } from "./pause.js";
import { realPath } from "./real-path.js";
import { Silence } from "./silence.js";
import { takeTurn } from "./turns.js";

/**
 * How long a lock is left to a holder that is silent, in milliseconds: 5,000. A holder whose process is known to have
 * ended is not waited for at all.
 *
 * @example await withLock(path, action, { wait: 2 * LOCK_LEASE })
 */
export const LOCK_LEASE = 5_000;

/** How often a holder makes itself heard, in milliseconds. */
const BEAT = 1_000;

/** The longest pause between two tries to get a lock, in milliseconds. */
const LONGEST_PAUSE = 5;

/** For how long after it had to wait a process takes a file for one that others wait for, in milliseconds. */
const CONTENDED = 500;

/** The files that others hold now and then: until when that counts, on this process's clock. */
const contended = new Map<string, number>();

/**
 * Who gives a lock back and wants it again is the first to know that it is free, and would have it again and again while
 * others wait. So it pauses as they do, and they are as likely to have it.
 */
const letOthersTry = async (path: string): Promise<void> => {
  const until = contended.get(path);
  if (until === undefined) return;
  if (until > performance.now()) await pauseAbout(LONGEST_PAUSE);
  else contended.delete(path);
};

/** How often a waiter looks whether the holder still lives, in milliseconds. */
const LOOK = 50;

/** How a lock is waited for. */
export interface LockOptions {
  /** The longest wait for the lock, in milliseconds: 15,000 unless given. */
  readonly wait?: number | undefined;
}

const busy = (path: string, wait: number, holders: readonly string[]): FileError => {
  const who = holders.length > 0 ? ` by ${holders.join(", ")}` : "";
  return new FileError("busy", `${path} was locked${who} for all of ${wait} ms`);
};

const claim = async (folder: LockFolder, holder: string, path: string, wait: number, end: number) => {
  const silence = new Silence();
  let nextLook = 0;
  await letOthersTry(path);
  for (let pause = 1; !folder.claim(holder); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const now = performance.now();
    contended.set(path, now + CONTENDED);
    if (now >= nextLook) {
      nextLook = now + LOOK;
      const { holders, heard, others } = folder.look();
      const isSilent = silence.listen(heard) >= LOCK_LEASE;
      folder.takeFrom(isSilent ? holders : holders.filter(hasEnded));
      // What a file manager left there keeps the folder from going, and nobody from the lock.
      if (holders.length === 0 && others.length > 0 && folder.enter(holder)) return;
    }
    if (now > end) throw busy(path, wait, folder.look().holders);
    await pauseAbout(pause);
  }
};

/** Waits for one's turn in this process; whoever waited for too long leaves the line. */
const waitInLine = async (begins: Promise<void>, path: string, wait: number): Promise<void> => {
  const stop = new AbortController();
  const late = sleep(wait, "late", { signal: stop.signal }).catch(() => "stopped");
  const first = await Promise.race([begins, late]);
  stop.abort();
  if (first === "late") throw busy(path, wait, ["this process"]);
};

/**
 * Runs an action while this call alone, of all processes that ask, may write the file. The file need not exist, its
 * folder must. A holder whose process has ended is taken over from at once, one that is silent (suspended, or on a
 * machine that is gone) after {@link LOCK_LEASE}. A holder that wakes up after that can publish nothing any more:
 * `LockedFile` throws `lost`. An action that locks its own file again waits for itself, and ends as `busy`.
 *
 * @param path the file; through symbolic links, the file that they lead to
 * @param action is given the file as the holder may use it; the lock ends with it, whatever comes of it
 * @returns what the action gives
 * @throws {FileError} `busy`: the lock was not to be had within `wait`; `blocked`: something that is not a lock has its name
 * @throws {TypeError} `path` is not a string, is empty, or has a null character; `action` is not a function; `options` is not an object, or
 *   one has another name than `wait`
 * @throws {RangeError} `wait` is not a number of milliseconds
 * @example
 * await withLock("count.txt", async (file) => {
 *   const before = await file.read();
 *   await file.replace(`${Number(before ?? 0) + 1}\n`, { before });
 * });
 */
export const withLock = async <Value>(
  path: string,
  action: (file: LockedFile) => Promise<Value> | Value,
  options: LockOptions = {},
): Promise<Value> => {
  checkPath(path);
  checkFunction(action, "action");
  checkLockOptions(options);
  const { wait = 15_000 } = options;
  if (!(typeof wait === "number" && wait >= 0 && wait < 2 ** 31)) {
    throw new RangeError(`wait must be a number of milliseconds from 0 to 2^31 - 1; got ${describe(wait)}`);
  }
  const end = performance.now() + wait;
  const real = realPath(path);
  const turn = takeTurn(real);
  try {
    if (turn.begins !== undefined) await waitInLine(turn.begins, real, wait);
    return await hold(real, wait, end, action);
  } finally {
    turn.end();
  }
};

/**
 * Gives the lock back. Where that fails, what the action did is done all the same, and its answer or error counts: this
 * holder is not heard of any more, and others take over after the lease.
 */
const release = (folder: LockFolder, holder: string): void => {
  try {
    folder.release(holder);
  } catch (error) {
    if (errorCode(error) === "") throw error;
  }
};

const hold = async <Value>(
  path: string,
  wait: number,
  end: number,
  action: (file: LockedFile) => Promise<Value> | Value,
): Promise<Value> => {
  const folder = new LockFolder(path);
  const holder = nameHolder();
  await claim(folder, holder, path, wait, end);
  const beat = setInterval(() => {
    const now = new Date();
    // A token that is gone is found out by whoever is about to publish.
    utimes(folder.tokenOf(holder), now, now).catch(() => {});
  }, BEAT).unref();
  try {
    return await action(new LockedFile(path, folder, holder));
  } finally {
    clearInterval(beat);
    release(folder, holder);
  }
};
