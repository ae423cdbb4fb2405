import { duplicateKey } from "../cases/duplicate-key.js";
import { asciiJson } from "./ascii-json.js";
import { LineBuffer } from "./line-buffer.js";
import { endGroup, startGroup } from "./process-group.js";

/** No answer of any case comes near this; what prints more is stopped before it fills the memory. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const quote = (line: string): string => JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line);

/**
 * One process of a command, asked one question at a time by JSON lines (Specification 5.5). After any breach of
 * the protocol it is useless: `ask` throws, and the process is to be ended.
 */
export class CommandSession {
  readonly #child: ReturnType<typeof startGroup>;
  readonly #buffer = new LineBuffer(MAX_ANSWER_BYTES);
  readonly #lines: Uint8Array[] = [];
  /** Bytes of those lines. */
  #waiting = 0;
  /** Resolves when nothing more can come. */
  readonly #ended: Promise<void>;
  #problem: Error | undefined;
  #wake: () => void = () => {};

  constructor(command: string) {
    this.#child = startGroup(command);
    this.#child.stdin.on("error", () => {
      // A process that ended does not read on: its end is what is reported.
    });
    this.#child.stdout.on("data", (chunk: Uint8Array) => this.#receive(chunk));
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => this.#fail(error));
      // What the leader left behind would keep its stdout open.
      this.#child.on("exit", () => endGroup(this.#child));
      this.#child.on("close", (code, signal) => {
        this.#fail(new Error(`the process ended (${signal ?? `exit ${code}`}) before it answered`));
        resolve();
      });
    });
  }

  #fail(problem: Error): void {
    this.#problem ??= problem;
    this.#wake();
  }

  #receive(chunk: Uint8Array): void {
    if (this.#problem) return;
    try {
      for (const line of this.#buffer.push(chunk)) {
        this.#lines.push(line);
        this.#waiting += line.length;
      }
      if (this.#waiting > MAX_ANSWER_BYTES)
        throw new RangeError(`lines of more than ${MAX_ANSWER_BYTES} bytes`);
      this.#wake();
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      this.end();
    }
  }

  /** A line that nobody asked for, read from what has come so far. */
  stray(): string | undefined {
    const line = this.#lines[0];
    return line && quote(new TextDecoder().decode(line));
  }

  /** The beginning of a line that was never ended. */
  #unfinished(): string | undefined {
    const rest = this.#buffer.rest();
    return rest.length === 0 ? undefined : quote(new TextDecoder().decode(rest));
  }

  /** Sends one message without waiting for an answer. */
  send(message: unknown): void {
    if (!this.#problem) this.#child.stdin.write(`${asciiJson(message)}\n`);
  }

  /**
   * Sends one message and gives the one line that answers it, parsed.
   *
   * @throws {Error} where the line is no JSON, none comes within `seconds`, or the process ends
   */
  async ask(message: unknown, seconds: number): Promise<unknown> {
    this.send(message);
    const line = await this.#nextLine(seconds);
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
    } catch {
      throw new Error(`a line on stdout that is not UTF-8: ${quote(new TextDecoder().decode(line))}`);
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Error(`a line on stdout that is no JSON (logs belong on stderr): ${quote(text)}`);
    }
    const twice = duplicateKey(text);
    if (twice !== undefined)
      throw new Error(`a line on stdout with the key ${quote(twice)} twice in one object`);
    return value;
  }

  async #nextLine(seconds: number): Promise<Uint8Array> {
    const late = setTimeout(() => this.#fail(new Error(`no answer within ${seconds} s`)), seconds * 1000);
    try {
      while (this.#lines.length === 0 && !this.#problem) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(late);
    }
    const line = this.#lines.shift();
    if (!line) throw this.#problem ?? new Error("no answer");
    this.#waiting -= line.length;
    return line;
  }

  /**
   * Waits at most `seconds` for the process to end by itself.
   *
   * @returns what it did that an ending process does not: print more, crash
   */
  async finish(seconds: number): Promise<string | undefined> {
    this.#child.stdin.end();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, seconds * 1000);
    });
    await Promise.race([this.#ended, late]);
    clearTimeout(timer);
    const { exitCode, signalCode } = this.#child;
    await this.end();
    const rest = this.stray() ?? this.#unfinished();
    if (rest !== undefined) return `a line that nobody asked for: ${rest}`;
    if (exitCode !== null && exitCode !== 0)
      return `the process ended with exit ${exitCode} after its last answer`;
    return signalCode === null ? undefined : `the process ended by ${signalCode} after its last answer`;
  }

  /** Ends the process and its group, and waits until it is gone. */
  async end(): Promise<void> {
    endGroup(this.#child);
    this.#child.stdout.destroy();
    this.#child.stdin.destroy();
    if (this.#child.pid !== undefined) await this.#ended;
  }
}
