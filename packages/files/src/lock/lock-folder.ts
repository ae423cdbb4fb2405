import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode, isPassing, unless } from "../error-code.js";
import { isHolder } from "./holder.js";

/** What NFS calls a file that was removed while somebody had it open: here a token or a draft. */
const NFS_REMAINS = /^\.nfs[0-9a-f]+$/;

/** Removes a file or an empty folder, unless somebody else has done so, or it is in use or not empty. */
const remove = (path: string, call: (path: string) => void): void => {
  try {
    call(path);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(errorCode(error)) && !isPassing(error)) throw error;
  }
};

/**
 * The folder `<file>.lock`, where processes settle who may write the file. Who makes it puts a file with a unique name
 * into it, its token, and has the lock if that is then the only name in it. A folder is removed only while it is empty,
 * so somebody may still remove it before the token is there; then two may put their tokens into one folder, of whom
 * the later to look sees both and leaves. Whatever else is done is done to a holder's own name, so that nothing that
 * comes late, from a process that slept, can touch the next holder.
 *
 * The calls are synchronous: each takes microseconds, a tenth of what a trip through the thread pool would add to it.
 */
export class LockFolder {
  readonly #path: string;

  constructor(file: string) {
    this.#path = `${file}.lock`;
  }

  /** The file that says that this holder has the lock; its time of change says when it was last heard of. */
  tokenOf(holder: string): string {
    return join(this.#path, holder);
  }

  /** Where a holder writes what it is about to publish. */
  draftOf(holder: string): string {
    return join(this.#path, `${holder}.tmp`);
  }

  /** Whether this holder has the lock. */
  isHeldBy(holder: string): boolean {
    return existsSync(this.tokenOf(holder));
  }

  /** Tries to get the lock; false where somebody has it. */
  claim(holder: string): boolean {
    try {
      mkdirSync(this.#path);
    } catch (error) {
      if (errorCode(error) === "EEXIST" || isPassing(error)) return false;
      throw error;
    }
    try {
      closeSync(openSync(this.tokenOf(holder), "wx"));
      if (this.#list().length === 1) return true;
    } catch (error) {
      this.release(holder);
      if (errorCode(error) === "ENOENT" || isPassing(error)) return false;
      throw error;
    }
    this.release(holder);
    return false;
  }

  /** Gives the lock back. It does nothing to a lock that somebody took over. */
  release(holder: string): void {
    this.takeFrom([holder]);
  }

  /**
   * Who has the lock, a text that changes whenever one of them is heard of, and what else is in the folder: somebody's
   * files, which are not touched, and so keep the lock from being had.
   */
  look(): { holders: string[]; heard: string; others: string[] } {
    const names = new Set(this.#list().map((name) => name.replace(/\.tmp$/, "")));
    const isOwn = (name: string): boolean => isHolder(name) || NFS_REMAINS.test(name);
    const holders = [...names].filter(isOwn);
    const heard = holders.map((holder) => `${holder} ${lastChange(this.tokenOf(holder))}`).join("\n");
    return { holders, heard, others: [...names].filter((name) => !isOwn(name)) };
  }

  /**
   * Ends the holding of these: of each first the token, then the draft (`LockedFile` says why). The folder goes where
   * nothing is left in it.
   */
  takeFrom(holders: readonly string[]): void {
    for (const holder of holders) {
      remove(this.tokenOf(holder), unlinkSync);
      remove(this.draftOf(holder), unlinkSync);
    }
    remove(this.#path, rmdirSync);
  }

  #list(): string[] {
    return unless(["ENOENT", "EACCES"], () => readdirSync(this.#path)) ?? [];
  }
}

const lastChange = (path: string): number | undefined => unless(["ENOENT"], () => statSync(path).mtimeMs);
