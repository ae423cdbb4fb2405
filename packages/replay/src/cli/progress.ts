import { formatCount } from "@lembas/format";

const WIDTH = 30;
const INTERVAL_MILLISECONDS = 100;

/** A progress bar on standard error, with how to end it; nothing where that is not a terminal. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  #bytes = 0;
  #files = 0;
  #done = 0;
  #filesDone = 0;
  #last = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** How many files there are, as far as is known. */
  get files(): number {
    return this.#files;
  }

  /** So many bytes of a further file are to come. */
  expect(bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
  }

  /** So many bytes of the current file are read. */
  at(bytes: number): void {
    if (!this.#stream.isTTY || Date.now() - this.#last < INTERVAL_MILLISECONDS) return;
    this.#last = Date.now();
    const share = this.#bytes === 0 ? 1 : Math.min(1, (this.#done + bytes) / this.#bytes);
    const filled = Math.round(share * WIDTH);
    const bar = `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)}`;
    const place = this.#files === 1 ? "" : `, file ${this.#filesDone + 1} of ${formatCount(this.#files)}`;
    this.#stream.write(`\r${bar} ${Math.floor(100 * share)}%${place} (Ctrl-C: the report so far)\u{1b}[K`);
  }

  /** A file of so many bytes is done. */
  fileDone(bytes: number): void {
    this.#done += bytes;
    this.#filesDone += 1;
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#stream.isTTY) this.#stream.write("\r\u{1b}[K");
  }
}
