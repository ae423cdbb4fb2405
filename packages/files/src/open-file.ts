import {
  closeSync,
  constants,
  fstatSync,
  fsync,
  ftruncateSync,
  openSync,
  read,
  readSync,
  type Stats,
  statSync,
  write,
} from "node:fs";
import { promisify } from "node:util";
import { unless } from "./error-code.js";
import { FileError } from "./file-error.js";

const readLater = promisify(read);
const writeLater = promisify(write);
const flushLater = promisify(fsync);

/** Up to so many bytes are read at once: that takes less time than a trip through the thread pool. */
const SMALL = 65_536;

/** Without it, opening a pipe that just came would never end. Windows has no such flag and no such pipes. */
const WITHOUT_WAITING = constants.O_NONBLOCK ?? 0;

/** @throws {FileError} `not-a-file`: `stats` are those of a folder, a pipe, a socket or a device */
const checkPlain = (path: string, stats: Stats): void => {
  if (!stats.isFile()) throw new FileError("not-a-file", `${path} is not a file`);
};

/**
 * What the system says of a plain file, symbolic links followed; undefined where there is none.
 *
 * @throws {FileError} `not-a-file`
 */
export const statFile = (path: string): Stats | undefined => {
  const stats = unless(["ENOENT"], () => statSync(path));
  if (stats !== undefined) checkPlain(path, stats);
  return stats;
};

/**
 * A plain file, open. What only looks at names and sizes is synchronous, as in `LockFolder`; what may take long
 * (writing, flushing, reading much) is not.
 */
export class OpenFile {
  readonly #descriptor: number;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /**
   * Opens a plain file, to be closed. What has the name is looked at before it is opened as well: a socket cannot be,
   * and a device may do something when it is.
   *
   * @throws {FileError} `not-a-file`
   */
  static open(path: string, flags: number): OpenFile {
    statFile(path);
    const descriptor = openSync(path, flags | WITHOUT_WAITING, 0o600);
    try {
      const file = new OpenFile(descriptor);
      checkPlain(path, file.stat());
      return file;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Opens a plain file, lets an action use it, and closes it. */
  static async use<Value>(
    path: string,
    flags: number,
    action: (file: OpenFile) => Promise<Value>,
  ): Promise<Value> {
    const file = OpenFile.open(path, flags);
    try {
      return await action(file);
    } finally {
      file.close();
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  get descriptor(): number {
    return this.#descriptor;
  }

  stat(): Stats {
    return fstatSync(this.#descriptor);
  }

  /** The bytes from `start` to where the file ends by the time that they are read. */
  async read(start = 0): Promise<Buffer> {
    let bytes = Buffer.allocUnsafe(Math.max(this.stat().size - start, 0) + 1);
    for (let done = 0; ; ) {
      const room = bytes.length - done;
      const count =
        room <= SMALL
          ? readSync(this.#descriptor, bytes, done, room, start + done)
          : (await readLater(this.#descriptor, bytes, done, room, start + done)).bytesRead;
      if (count === 0) return bytes.subarray(0, done);
      done += count;
      if (done === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(done)]);
    }
  }

  /** Writes every byte and flushes them: a disk that is nearly full takes a part, and tells so by a count alone. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await writeLater(this.#descriptor, bytes, done, bytes.length - done, null);
      if (bytesWritten === 0) throw new Error(`only ${done} of ${bytes.length} bytes could be written`);
      done += bytesWritten;
    }
    await flushLater(this.#descriptor);
  }

  /**
   * Writes bytes at the end. Where it fails, what was written is cut off again, unless somebody without a lock has
   * written after it.
   *
   * @param start where the file ended
   */
  async writeOrTakeBack(bytes: Uint8Array, start: number): Promise<void> {
    try {
      await this.write(bytes);
    } catch (error) {
      const { size } = this.stat();
      if (size <= start + bytes.length) ftruncateSync(this.#descriptor, start);
      throw error;
    }
  }
}
