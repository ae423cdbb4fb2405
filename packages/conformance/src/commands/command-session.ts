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
      this.#lines.push(...this.#buffer.push(chunk));
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
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`a line on stdout that is no JSON (logs belong on stderr): ${quote(text)}`);
    }
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
    return line;
  }

  /** Waits at most `seconds` for the process to end by itself. */
  async finish(seconds: number): Promise<void> {
    this.#child.stdin.end();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, seconds * 1000);
    });
    await Promise.race([this.#ended, late]);
    clearTimeout(timer);
    await this.end();
  }

  /** Ends the process and its group, and waits until it is gone. */
  async end(): Promise<void> {
    endGroup(this.#child);
    this.#child.stdout.destroy();
    this.#child.stdin.destroy();
    if (this.#child.pid !== undefined) await this.#ended;
  }
}
