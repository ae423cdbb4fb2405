import { accessSync, constants, readFileSync, renameSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { checkLines, checkReplacement } from "../checks.js";
import { errorCode, isPassing, unless } from "../error-code.js";
import { FileError } from "../file-error.js";
import { flushFolder } from "../make-folder.js";
import { OpenFile, statFile } from "../open-file.js";
import { readText } from "../read-text.js";
import { writeDraft } from "./draft.js";
import type { LockFolder } from "./lock-folder.js";
import { giveToFolderOwner } from "./owner.js";
import { pauseAbout } from "./pause.js";

const NEWLINE = 0x0a;

/** How often a renaming that something passing prevents (on Windows) is tried. */
const PUBLISH_ATTEMPTS = 12;

/** What a replacement may depend on. */
export interface ReplaceOptions {
  /**
   * What `read` gave, undefined for a missing file: the file is replaced only if it still holds exactly that right
   * before the renaming. Without the key, whatever is there is replaced.
   */
  readonly before?: string | undefined;
}

/**
 * The file of a lock, as its holder may use it.
 *
 * @example await withLock("notes.md", async (file) => file.replace(`${(await file.read()) ?? ""}Prefers tea.\n`))
 */
export class LockedFile {
  /** Where the file is, or will be: absolute, symbolic links followed. */
  readonly path: string;
  readonly #folder: LockFolder;
  readonly #holder: string;

  /** @internal `withLock` makes these. */
  constructor(path: string, folder: LockFolder, holder: string) {
    this.path = path;
    this.#folder = folder;
    this.#holder = holder;
  }

  /**
   * Throws unless the lock is still this holder's. Who publishes by own means calls it right before.
   *
   * @throws {FileError} `lost`
   */
  check(): void {
    if (!this.#folder.isHeldBy(this.#holder)) {
      throw new FileError(
        "lost",
        `the lock of ${this.path} was taken over: its holder was silent for too long`,
      );
    }
  }

  /** The file's text, as `readText` gives it: undefined where there is no file. */
  read(): Promise<string | undefined> {
    return readText(this.path);
  }

  /**
   * Puts a text in the file's place, whole or not at all: written beside it, flushed, renamed over it, the folder
   * flushed. Mode, owner and group stay as far as this process may keep them; a new file is its owner's alone (mode
   * 0600), and where root makes it, its folder's owner's. Other names of the file (hard links) keep the old text.
   *
   * @throws {TypeError} `text` is not a string, or `options` are not an object with a string or undefined as `before`,
   *   or one has another name
   * @throws {FileError} `changed` where the file is not `before`; `lost`; `not-a-file`; `owner`; `unflushed`: it was
   *   written, and may be gone after a power cut
   * @throws the operating system's error: `ENOSPC`; `EACCES` for a file or folder that may not be written …
   * @example await file.replace("Prefers tea.\n", { before: await file.read() })
   */
  async replace(text: string, options: ReplaceOptions = {}): Promise<void> {
    checkReplacement(text, options);
    const stats = statFile(this.path);
    if (stats !== undefined) accessSync(this.path, constants.W_OK);
    const draft = this.#folder.draftOf(this.#holder);
    try {
      await writeDraft(draft, this.path, Buffer.from(text), stats);
      await this.#publish(draft, options);
    } catch (error) {
      unless(["ENOENT", "EPERM", "EACCES", "EBUSY"], () => unlinkSync(draft));
      if (errorCode(error) === "ENOENT") this.check();
      throw error;
    }
    await this.#flushFolder();
  }

  /**
   * Renames the draft over the file. No holder that was taken over from can get here: who takes over removes the
   * token first, then the draft. If `check` still finds the token, the draft was there before the token goes, so it
   * is either renamed before the lock is free (a folder that holds a draft cannot be taken), or it is removed and the
   * renaming fails. All three steps are one synchronous piece, so that an editor that takes no lock can come between
   * comparing and renaming for some microseconds only.
   */
  async #publish(draft: string, options: ReplaceOptions): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        this.check();
        if ("before" in options) this.#compare(options.before);
        renameSync(draft, this.path);
        return;
      } catch (error) {
        if (!isPassing(error) || attempt === PUBLISH_ATTEMPTS) throw error;
        await pauseAbout(10 * attempt);
      }
    }
  }

  #compare(before: string | undefined): void {
    const now = unless(["ENOENT"], () => this.#readNow());
    const isSame = before === undefined ? now === undefined : now?.equals(Buffer.from(before)) === true;
    if (!isSame) throw new FileError("changed", `${this.path} was changed by somebody else`);
  }

  #readNow(): Buffer {
    const file = OpenFile.open(this.path, constants.O_RDONLY);
    try {
      return readFileSync(file.descriptor);
    } finally {
      file.close();
    }
  }

  /**
   * Adds lines at the end and flushes them; a last line without a newline gets one first. What could be written only
   * in part is taken back. The file is made if it is missing (mode 0600).
   *
   * @param lines without their newlines
   * @throws {TypeError} `lines` is not a list, or a line is not a string or holds a newline
   * @throws {FileError} `lost`: the lines may have been written, with somebody else's between them; `not-a-file`;
   *   `unflushed`: they were written, and a new file may be gone after a power cut
   * @example await file.append([JSON.stringify({ time: Date.now() })])
   */
  async append(lines: readonly string[]): Promise<void> {
    checkLines(lines);
    if (lines.length === 0) return;
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const { O_RDWR, O_APPEND, O_CREAT } = constants;
    const size = await OpenFile.use(this.path, O_RDWR | O_APPEND | O_CREAT, async (file) => {
      const { size } = file.stat();
      if (size === 0) giveToFolderOwner(this.path, file);
      const [last = NEWLINE] = await file.read(Math.max(size - 1, 0));
      this.check();
      const whole = last === NEWLINE ? bytes : Buffer.concat([Buffer.from("\n"), bytes]);
      await file.writeOrTakeBack(whole, size);
      return size;
    });
    this.check();
    if (size === 0) await this.#flushFolder();
  }

  /**
   * Removes the file, if it is there, and flushes its folder. A holder that was taken over from removes nothing.
   *
   * @throws {FileError} `lost`; `not-a-file`; `unflushed`: it was removed, and may be back after a power cut
   * @throws the operating system's error, such as `EACCES` for a folder that may not be written
   * @example await file.remove();
   */
  async remove(): Promise<void> {
    if (statFile(this.path) === undefined) return;
    this.#folder.bury(this.path, this.#holder, () => this.check());
    await this.#flushFolder();
  }

  /** @throws {FileError} `unflushed` */
  async #flushFolder(): Promise<void> {
    try {
      await flushFolder(dirname(this.path));
    } catch (error) {
      const why = `${this.path} was written, but its folder could not be flushed (${errorCode(error)})`;
      throw new FileError("unflushed", why, undefined, { cause: error });
    }
  }
}
