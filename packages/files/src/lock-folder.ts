import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, isPassing, unless } from "./error-code.js";
import { hasEnded } from "./holder.js";

/** What a folder is called whose maker has the lock. */
const HELD = "held";

/** A try to get the lock of which nobody can tell whether it goes on is taken for over after so many milliseconds. */
const FORGOTTEN = 3_600_000;

/** Removes a file or an empty folder; false where it is still there, because it is in use or not empty. */
const remove = (path: string, call: (path: string) => void): boolean => {
  try {
    call(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return true;
    if (["ENOTEMPTY", "EEXIST"].includes(errorCode(error)) || isPassing(error)) return false;
    throw error;
  }
};

/** Takes what a holder has in a folder: its token first, then its draft (`LockedFile.replace` says why). */
const removeHolder = (folder: string, holder: string): void => {
  remove(join(folder, holder), unlinkSync);
  remove(join(folder, `${holder}.tmp`), unlinkSync);
  remove(folder, rmdirSync);
};

/**
 * The folder `<file>.lock`, where processes settle who may write the file. Who wants to makes a folder of its own in
 * it, with a file that bears a unique name: its token. Who can rename that folder to `held` has the lock, since a folder
 * cannot be renamed over one that is not empty. Whatever else is done is done to a holder's own name,
 * so that nothing that comes late, from a process that slept, can touch the next holder.
 *
 * The calls are synchronous: each takes microseconds, a tenth of what a trip through the thread pool would add to it.
 */
export class LockFolder {
  readonly #path: string;
  readonly #held: string;

  constructor(file: string) {
    this.#path = `${file}.lock`;
    this.#held = join(this.#path, HELD);
  }

  /** The file that says that this holder has the lock; its time of change says when it was last heard of. */
  tokenOf(holder: string): string {
    return join(this.#held, holder);
  }

  /** Where a holder writes what it is about to publish. */
  draftOf(holder: string): string {
    return join(this.#held, `${holder}.tmp`);
  }

  /** Whether this holder has the lock. */
  isHeldBy(holder: string): boolean {
    return existsSync(this.tokenOf(holder));
  }

  /** Tries to get the lock; false where somebody has it. */
  claim(holder: string): boolean {
    if (existsSync(this.#held)) return false;
    const own = join(this.#path, holder);
    try {
      if (!existsSync(join(own, holder))) this.#prepare(own, holder);
      renameSync(own, this.#held);
      return true;
    } catch (error) {
      if (this.#isInTheWay(error)) return false;
      // The last to leave removed the folder under our hands, or a network lost the answer to a rename that was done.
      if (errorCode(error) === "ENOENT" && existsSync(dirname(this.#path))) return this.isHeldBy(holder);
      throw error;
    }
  }

  #prepare(own: string, holder: string): void {
    unless(["EEXIST"], () => mkdirSync(this.#path));
    unless(["EEXIST"], () => mkdirSync(own));
    closeSync(openSync(join(own, holder), "wx"));
  }

  /** Whether an error says that somebody has the lock: another user's lock folder cannot be entered at all. */
  #isInTheWay(error: unknown): boolean {
    const code = errorCode(error);
    if (["ENOTEMPTY", "EEXIST"].includes(code) || isPassing(error)) return true;
    return ["EACCES", "EPERM"].includes(code) && existsSync(this.#path);
  }

  /** Takes back a claim that did not get the lock. */
  withdraw(holder: string): void {
    removeHolder(join(this.#path, holder), holder);
    remove(this.#path, rmdirSync);
  }

  /** Gives the lock back. It does nothing to a lock that somebody took over. */
  release(holder: string): void {
    removeHolder(this.#held, holder);
    if (!remove(this.#path, rmdirSync)) this.#tidy();
  }

  /** Removes what others left that ended while they tried; a living one whose folder goes makes a new one. */
  #tidy(): void {
    for (const name of list(this.#path)) {
      if (name === HELD) continue;
      const own = join(this.#path, name);
      if (hasEnded(name) || Date.now() - (lastChange(own) ?? Date.now()) > FORGOTTEN) removeHolder(own, name);
    }
    remove(this.#path, rmdirSync);
  }

  /** Who has the lock, and a text that changes whenever one of them is heard of. */
  look(): { holders: string[]; heard: string } {
    const holders = [...new Set(list(this.#held).map((name) => name.replace(/\.tmp$/, "")))];
    const heard = holders.map((holder) => `${holder} ${lastChange(this.tokenOf(holder))}`).join("\n");
    return { holders, heard };
  }

  /** Ends the holding of these; an empty `held`, left by somebody who ended while leaving, goes too. */
  takeFrom(holders: readonly string[]): void {
    for (const holder of holders) removeHolder(this.#held, holder);
    remove(this.#held, rmdirSync);
  }
}

const list = (folder: string): string[] => unless(["ENOENT"], () => readdirSync(folder)) ?? [];

const lastChange = (path: string): number | undefined => unless(["ENOENT"], () => statSync(path).mtimeMs);
