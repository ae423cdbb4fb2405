import { constants } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

/** A line of more bytes may be longer than any string of the engine, and is not kept. */
const MOST_BYTES = constants.MAX_STRING_LENGTH;

/** One line of a file: its text, its number from 1, and how many bytes of the file are read when it ends. */
export interface FileLine {
  /** `undefined` for a line that is longer than a string can be: half a gigabyte. */
  readonly text: string | undefined;
  readonly number: number;
  readonly bytes: number;
}

/** Small: memory that is new costs more than one more read. */
const chunkBytes = 1 << 19;

const NOTHING = Buffer.alloc(0);

/** The pieces of the line that is being read, as long as it can be a string. */
class Pieces {
  #pieces: Buffer[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > MOST_BYTES) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  take(): string | undefined {
    const [first = NOTHING, ...more] = this.#pieces;
    const whole = more.length === 0 ? first : Buffer.concat(this.#pieces);
    const text = this.#bytes > MOST_BYTES ? undefined : whole.toString("utf8");
    this.#pieces = [];
    this.#bytes = 0;
    return text;
  }
}

/** A file that is open. */
interface Opened {
  /** How many bytes are read of it, at most: what is written meanwhile is left for the next time. */
  readonly size: number;
  /** Reads on into the chunk, and says how many bytes. */
  readonly read: (chunk: Buffer, length: number) => number | Promise<number>;
  readonly close: () => void | Promise<void>;
}

/** By synchronous calls: a call in another thread costs more than the bytes that it reads. */
const openPlain = (path: string): Opened => {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  let place = 0;
  return {
    // Some files say that they are empty, and are not.
    size: size > 0 ? size : Number.POSITIVE_INFINITY,
    // By place: on macOS all that have opened /dev/stdin go on where another has read to.
    read: (chunk, length) => {
      const bytesRead = readSync(file, chunk, 0, length, place);
      place += bytesRead;
      return bytesRead;
    },
    close: () => closeSync(file),
  };
};

/** Of a pipe, whose writer may take its time. */
const openOther = async (path: string): Promise<Opened> => {
  const file = await open(path, "r");
  return {
    size: Number.POSITIVE_INFINITY,
    read: async (chunk, length) => (await file.read(chunk, 0, length, null)).bytesRead,
    close: () => file.close(),
  };
};

/**
 * The lines of a file, one by one, ended by `\n` alone (JSON texts may hold any other line separator). Holds one
 * chunk of 512 kB and the line that it is in; after each chunk other work of the process has its turn.
 *
 * @throws the file system's Error where the file cannot be read
 * @example
 * for await (const { text, number } of linesOfFile("session.jsonl")) console.log(number, text);
 */
export async function* linesOfFile(path: string): AsyncGenerator<FileLine> {
  const file = statSync(path).isFile() ? openPlain(path) : await openOther(path);
  try {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, file.size));
    const pending = new Pieces();
    let number = 0;
    let bytes = 0;
    while (bytes < file.size) {
      if (bytes > 0) await setImmediate();
      const bytesRead = await file.read(chunk, Math.min(chunk.length, file.size - bytes));
      if (bytesRead === 0) break;
      const read = chunk.subarray(0, bytesRead);
      let start = 0;
      for (let end = read.indexOf(10); end >= 0; end = read.indexOf(10, start)) {
        pending.add(read.subarray(start, end));
        number += 1;
        yield { text: pending.take(), number, bytes: bytes + end + 1 };
        start = end + 1;
      }
      if (start < bytesRead) pending.add(Buffer.from(read.subarray(start)));
      bytes += bytesRead;
    }
    if (!pending.isEmpty) yield { text: pending.take(), number: number + 1, bytes };
  } finally {
    await file.close();
  }
}
