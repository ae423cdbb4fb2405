import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, isPassing, unless } from "../error-code.js";
import { FileError } from "../file-error.js";
import { isHolder } from "./holder.js";
import { isRoot } from "./owner.js";

/** What NFS calls a file that was removed while somebody had it open: here a token or a draft. */
const NFS_REMAINS = /^\.nfs[0-9a-f]+$/;

const STICKY = 0o1000;

const isOwn = (name: string): boolean => isHolder(name) || NFS_REMAINS.test(name);

/** Runs a call that removes a file or an empty folder, unless somebody else has done so, or it is in use or not empty. */
const remove = (path: string, call: (path: string) => void): void => {
  try {
    call(path);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(errorCode(error)) && !isPassing(error)) throw error;
  }
};

/**
 * The folder `<file>.lembas-lock`, where processes settle who may write the file. Who makes it puts a file with a
 * unique name into it, its token, and has the lock if that is then the only token in it. A folder is removed only while
 * it is empty, so somebody may still remove it before the token is there; then two may put their tokens into one
 * folder, of whom the later to look sees both and leaves. Whatever else is done is done to a holder's own names, so that
 * nothing that comes late, from a process that slept, can touch the next holder.
 *
 * The calls are synchronous: each takes microseconds, a tenth of what a trip through the thread pool would add to it.
 */
export class LockFolder {
  readonly #path: string;

  constructor(file: string) {
    this.#path = `${file}.lembas-lock`;
  }

  /** The folder's name, without where it is. */
  get name(): string {
    return basename(this.#path);
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
    this.#openToOthers();
    return this.enter(holder);
  }

  /** Tries to get the lock in the folder that is there: one that no holder made everything in, say. */
  enter(holder: string): boolean {
    try {
      closeSync(openSync(this.tokenOf(holder), "wx"));
      if (this.#list().filter((name) => isOwn(holderOf(name))).length === 1) return true;
    } catch (error) {
      this.release(holder);
      if (errorCode(error) === "ENOENT" || isPassing(error)) return false;
      throw error;
    }
    this.release(holder);
    return false;
  }

  /**
   * Who may write beside the file may take the lock over from a holder that has ended, and so has to be able to change
   * this folder: it is owned as the folder that it is in where root makes it, and has its permissions. Not in one where
   * nobody may touch what others own (`/tmp`): there a draft would be open to all.
   */
  #openToOthers(): void {
    const { uid, gid, mode } = statSync(dirname(this.#path));
    unless(["ENOENT", "EPERM", "ENOSYS"], () => {
      if (isRoot() && uid !== 0) chownSync(this.#path, uid, gid);
      if ((mode & 0o022) !== 0 && (mode & STICKY) === 0) chmodSync(this.#path, mode & 0o777);
    });
  }

  /** Gives the lock back. It does nothing to a lock that somebody took over. */
  release(holder: string): void {
    this.takeFrom([holder]);
  }

  /**
   * Who has the lock, a text that changes whenever one of them is heard of, and what else is in the folder, which is
   * not touched.
   *
   * @throws {FileError} `blocked`: what has the folder's name is not a folder
   */
  look(): { holders: string[]; heard: string; others: string[] } {
    this.#checkFolder();
    const names = new Set(this.#list().map(holderOf));
    const holders = [...names].filter(isOwn);
    const heard = holders.map((holder) => `${holder} ${lastChange(this.tokenOf(holder))}`).join("\n");
    return { holders, heard, others: [...names].filter((name) => !isOwn(name)) };
  }

  /**
   * Moves the file into the lock, from where who takes over removes it, and removes it there: a holder that was taken
   * over from has no place to move it to, as it has no draft to publish (`LockedFile` says why).
   *
   * @param check throws where the lock is not the holder's any more
   */
  bury(file: string, holder: string, check: () => void): void {
    const grave = this.#graveOf(holder);
    try {
      mkdirSync(grave);
      check();
      renameSync(file, join(grave, BURIED));
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      // The lock has gone, or the file has.
      check();
    } finally {
      this.#removeGrave(holder);
    }
  }

  /**
   * Ends the holding of these: of each first the token, then the draft and what it was about to remove (`LockedFile`
   * says why). The folder goes where nothing is left in it.
   */
  takeFrom(holders: readonly string[]): void {
    for (const holder of holders) {
      remove(this.tokenOf(holder), unlinkSync);
      remove(this.draftOf(holder), unlinkSync);
      this.#removeGrave(holder);
    }
    remove(this.#path, rmdirSync);
  }

  #graveOf(holder: string): string {
    return join(this.#path, `${holder}.gone`);
  }

  #removeGrave(holder: string): void {
    const grave = this.#graveOf(holder);
    // A holder that slept may move its file here between the two calls, once.
    for (let times = 0; times < 2 && existsSync(grave); times++) {
      remove(join(grave, BURIED), unlinkSync);
      remove(grave, rmdirSync);
    }
  }

  /** A link is none, wherever it leads: who gives the lock back could not remove it. */
  #checkFolder(): void {
    const stats = lstatSync(this.#path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) return;
    throw new FileError("blocked", `${this.#path} is in the way: it is not a folder`, this.name);
  }

  #list(): string[] {
    try {
      return readdirSync(this.#path);
    } catch (error) {
      if (["ENOENT", "EACCES"].includes(errorCode(error))) return [];
      throw error;
    }
  }
}

const BURIED = "file";

/** The holder whose token, draft or grave has this name. */
const holderOf = (name: string): string => name.replace(/\.(?:tmp|gone)$/, "");

const lastChange = (path: string): number | undefined => unless(["ENOENT"], () => statSync(path).mtimeMs);
