import { randomUUID } from "node:crypto";
import { messageHash } from "../transcript/message-hash.js";

/** A call, as a test gives it. */
export interface TestCall {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

/** A result, as a test gives it. */
export interface TestResult {
  readonly id: string;
  readonly content: string | readonly object[];
  readonly isError?: boolean;
}

interface Message {
  readonly role: string;
  readonly content: readonly object[];
}

interface Request {
  readonly id: string;
  readonly hashes: readonly string[];
}

const THINKING_ALONE = { context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] } };

/** Writes a transcript as the program does: rows of the conversation, and a record of each request. */
export class Transcript {
  readonly #lines: string[] = [];
  readonly #blobs = new Set<string>();
  #messages: readonly Message[] = [];
  #last: Request | undefined;
  #parent: string | null = null;
  #replies = 0;
  #size = 0;

  get text(): string {
    return this.#lines.join("");
  }

  get bytes(): Buffer {
    return Buffer.from(this.text);
  }

  /** UTF-16 units of the text. */
  get size(): number {
    return this.#size;
  }

  /** A line as it is. */
  write(line: object): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#lines.push(text);
    this.#size += text.length;
  }

  #row(row: object): void {
    const uuid = randomUUID();
    this.write({ parentUuid: this.#parent, isSidechain: false, ...row, uuid });
    this.#parent = uuid;
  }

  /** What a person says. */
  say(text: string): void {
    this.#row({ type: "user", message: { role: "user", content: text } });
    this.#messages = [...this.#messages, { role: "user", content: [{ type: "text", text }] }];
  }

  /**
   * A request is sent, and answered by calls, each in a row of its own.
   *
   * @param more other `params` of the record, and the tokens of the conversation
   */
  call(calls: readonly TestCall[], more: { readonly params?: object; readonly tokens?: number } = {}): void {
    const requestRef = this.request(more.params);
    const id = `msg_${this.#replies++}`;
    const usage = { input_tokens: more.tokens ?? 1000, output_tokens: 1 };
    const blocks = calls.map((call) => ({ type: "tool_use", ...call }));
    for (const block of blocks) {
      this.#row({
        message: { id, role: "assistant", content: [block], usage },
        requestRef,
        type: "assistant",
      });
    }
    this.#messages = [...this.#messages, { role: "assistant", content: blocks }];
  }

  /** A record of a request with all messages so far. */
  request(params: object = THINKING_ALONE): string {
    const before = this.#last?.hashes ?? [];
    const hashes = this.#messages.map(({ role, content }) => {
      const hash = messageHash(role, content);
      // Calls and results stand in the rows, as they were sent.
      if (this.#blobs.has(hash) || content.every((block) => "tool_use_id" in block || "input" in block))
        return hash;
      this.#blobs.add(hash);
      this.write({ type: "api-request-blob", sessionId: "s", hash, message: { role, content } });
      return hash;
    });
    let keep = 0;
    while (keep < before.length && before[keep] === hashes[keep]) keep++;
    const base = keep > 0 && this.#last ? { base: this.#last.id } : {};
    const id = randomUUID();
    const thread = { type: "none" };
    this.write({
      type: "api-request",
      sessionId: "s",
      id,
      params,
      thread,
      ...base,
      keep,
      tail: hashes.slice(keep),
    });
    this.#last = { id, hashes };
    return id;
  }

  /** Results, each in a row of its own, sent as one message. */
  answer(results: readonly TestResult[]): void {
    const content = results.map((result) => ({
      tool_use_id: result.id,
      type: "tool_result",
      content: result.content,
      ...(result.isError === true && { is_error: true }),
    }));
    for (const block of content) {
      this.#row({ type: "user", message: { role: "user", content: [block] }, toolUseResult: block.content });
    }
    this.#messages = [...this.#messages, { role: "user", content }];
  }

  /** A failed call's result, whose names come in another order. */
  failAs({ id, content: text }: TestResult): void {
    const content = [{ type: "tool_result", content: text, is_error: true, tool_use_id: id }];
    this.#row({ type: "user", message: { role: "user", content }, toolUseResult: `Error: ${text}` });
    this.#messages = [...this.#messages, { role: "user", content }];
  }

  /** A record of a message by its hash, as where it was sent otherwise than its rows have it. */
  blob(index: number): string {
    const { role = "", content = [] } = this.#messages[index] ?? {};
    const hash = messageHash(role, content);
    this.write({ type: "api-request-blob", sessionId: "s", hash, message: { role, content } });
    return hash;
  }

  /** What is sent from now on: after a compaction, or after going back. */
  replaceMessages(replace: (messages: readonly Message[]) => readonly Message[]): void {
    this.#messages = replace(this.#messages);
  }
}

/** What Read shows of lines: each behind its number. */
export const numbered = (lines: readonly string[], first = 1): string =>
  lines.map((line, index) => `${first + index}\t${line}`).join("\n");

/** What the hook is given of a Read. */
export const readResponse = (path: string, lines: readonly string[], first = 1): object => ({
  type: "text",
  file: {
    filePath: path,
    content: lines.join("\n"),
    numLines: lines.length,
    startLine: first,
    totalLines: first + lines.length - 1,
  },
});
