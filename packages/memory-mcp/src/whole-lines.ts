import { Transform, type TransformCallback } from "node:stream";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { IdScanner } from "./id-scanner.js";

const NEWLINE = 0x0a;

/** The most bytes of a message that are taken: 10 MB. */
export const MOST_BYTES = 10_000_000;

/** What is told of lines that are left out. */
export interface LeftOut {
  /** One that is too long, once all of it has gone by, with its id. */
  readonly onTooLong: (id: string | number | null) => void;
  /** One that is not JSON, with what is wrong in it. */
  readonly onUnreadable: (error: unknown) => void;
  /** One that is JSON, and no message of JSON-RPC. */
  readonly onNoMessage: () => void;
}

/**
 * Lets whole lines that are messages of JSON-RPC through. It leaves out others, and those that are too long, of which it keeps nothing but what
 * their id is: who sent one is to have an answer, and the server goes on. What is read from it does not end where its
 * input does: the SDK answers nothing more after an end, and calls that came before it are to be answered.
 */
export class WholeLines extends Transform {
  readonly #leftOut: LeftOut;
  #pieces: Buffer[] = [];
  #length = 0;
  #scanner: IdScanner | undefined;

  constructor(leftOut: LeftOut) {
    super();
    this.#leftOut = leftOut;
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

  override _flush(): void {
    if (this.#length > 0) this.#close();
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
    if (this.#scanner) this.#leftOut.onTooLong(this.#scanner.id);
    else this.#pushMessage(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
    this.#scanner = undefined;
  }

  /** The line's value; undefined where it is not JSON. */
  #parse(line: Buffer): unknown {
    try {
      // Trimmed, so that the Error, which may quote it, is one line.
      return JSON.parse(line.toString().trim());
    } catch (error) {
      this.#leftOut.onUnreadable(error);
      return undefined;
    }
  }

  #pushMessage(line: Buffer): void {
    const message = this.#parse(line);
    if (message === undefined) return;
    try {
      parseJSONRPCMessage(message);
    } catch {
      this.#leftOut.onNoMessage();
      return;
    }
    this.push(line);
  }
}
