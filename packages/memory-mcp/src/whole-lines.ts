import { Transform, type TransformCallback } from "node:stream";
import { IdScanner } from "./id-scanner.js";

const NEWLINE = 0x0a;

/** The most bytes of a message that are taken: 10 MB. */
export const MOST_BYTES = 10_000_000;

/**
 * Lets whole lines through, and leaves out those that are too long, of which it keeps nothing but what their id is: who
 * sent one is to have an answer, and the server goes on.
 */
export class WholeLines extends Transform {
  readonly #onTooLong: (id: string | number | null) => void;
  #pieces: Buffer[] = [];
  #length = 0;
  #scanner: IdScanner | undefined;

  /** @param onTooLong told the id of each message that is left out, once all of it has gone by */
  constructor(onTooLong: (id: string | number | null) => void) {
    super();
    this.#onTooLong = onTooLong;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end + 1));
      this.#close();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#length > 0) this.#close();
    done();
  }

  #add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= MOST_BYTES) {
      this.#pieces.push(piece);
      return;
    }
    this.#scanner ??= new IdScanner();
    for (const kept of this.#pieces.splice(0)) this.#scanner.scan(kept);
    this.#scanner.scan(piece);
  }

  #close(): void {
    if (this.#scanner) this.#onTooLong(this.#scanner.id);
    else this.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
    this.#scanner = undefined;
  }
}
