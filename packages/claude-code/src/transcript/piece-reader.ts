import { closeSync, openSync, readSync } from "node:fs";

/** From which byte on, and up to which. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 10;
const PIECE = 65_536;

/** Fills a buffer with the bytes from a position on. Gives how many there were. */
type Fill = (buffer: Buffer, position: number) => number;

/**
 * Reads bytes piece by piece into memory that is used again: memory that is used for the first time takes several times
 * as long as the reading.
 */
export class PieceReader {
  readonly size: number;
  readonly #fill: Fill;
  #piece = Buffer.allocUnsafeSlow(PIECE);
  /** The bytes that are in it: from `#base` on, so many. */
  #base = 0;
  #length = 0;

  private constructor(size: number, fill: Fill) {
    this.size = size;
    this.#fill = fill;
  }

  /** Of bytes in memory. */
  static of(bytes: Buffer): PieceReader {
    return new PieceReader(bytes.length, (buffer, position) => bytes.copy(buffer, 0, position));
  }

  /** Of the first `size` bytes of a file, while `read` runs. Gives what that gives. */
  static ofFile<Value>(path: string, size: number, read: (reader: PieceReader) => Value): Value {
    const file = openSync(path, "r");
    try {
      return read(
        new PieceReader(size, (buffer, position) => {
          let filled = 0;
          for (let count = -1; count !== 0 && filled < buffer.length; filled += count)
            count = readSync(file, buffer, filled, buffer.length - filled, position + filled);
          return filled;
        }),
      );
    } finally {
      closeSync(file);
    }
  }

  /** The bytes of a place, which stay as they are up to the next call; fewer where the file has become shorter. */
  bytes({ start, end }: Place): Buffer {
    const length = end - start;
    if (length > this.#piece.length) {
      this.#piece = Buffer.allocUnsafeSlow(2 * length);
      this.#length = 0;
    }
    return this.#from(start, length).subarray(0, length);
  }

  /** Where the line ends that has this byte: at its newline, or at the end of all. */
  lineEnd(start: number): number {
    for (let at = start; at < this.size; ) {
      const bytes = this.#from(at, 1);
      const newline = bytes.indexOf(NEWLINE);
      if (newline !== -1) return at + newline;
      if (bytes.length === 0) break;
      at += bytes.length;
    }
    return this.size;
  }

  /** What is held from a byte on, `least` bytes where there are so many. */
  #from(start: number, least: number): Buffer {
    const held = this.#base + this.#length - start;
    if (start < this.#base || held < Math.min(least, this.size - start)) {
      this.#base = start;
      this.#length = Math.min(this.#fill(this.#piece, start), this.size - start);
    }
    return this.#piece.subarray(start - this.#base, this.#length);
  }
}
