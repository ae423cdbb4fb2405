const NEWLINE = 0x0a;

/** Splits a stream of bytes into lines of at most `limit` bytes, holding back no more than one line. */
export class LineBuffer {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that this chunk ends, without their newline. Throws where a line is longer than the limit. */
  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What came behind the last newline. */
  rest(): Uint8Array {
    return this.#parts[0] ?? new Uint8Array();
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > this.#limit) throw new RangeError(`a line of more than ${this.#limit} bytes`);
    if (part.length > 0) this.#parts.push(part);
  }

  #take(): Uint8Array {
    const line = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      line.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}
