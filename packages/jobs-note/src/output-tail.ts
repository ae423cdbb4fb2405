import { cleanTerminal, countCharacters, lastCharacters } from "@lembas/format";

/** An escape sequence that has not fully arrived: the next piece may go on with it. */
const UNFINISHED_SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\n\x07\x1b]*\x1b?|[ -/]*)$/;

/** How far back from the end an unfinished sequence is looked for, so that a take costs no second scan. */
const SEQUENCE_UNITS = 256;

/** Of a line that was written over after `\r`, the last frame; `\r` before it stays, as more may follow. */
const lastFrame = (line: string): string => {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  return line.slice(Math.max(0, line.lastIndexOf("\r", end - 1)));
};

/**
 * The last characters of a text that arrives in pieces, in bounded memory: at most about
 * 4 × `keepChars` UTF-16 code units and one piece.
 *
 * @example
 * const tail = new OutputTail(3);
 * tail.write("abcdef");
 * tail.take() // "…def"
 */
export class OutputTail {
  readonly #keepChars: number;
  #text = "";
  #isCut = false;

  constructor(keepChars: number) {
    this.#keepChars = keepChars;
  }

  /** Adds a piece. */
  write(piece: string): void {
    this.#text += piece;
    if (this.#text.length > 4 * this.#keepChars) this.#shorten();
  }

  /**
   * What was written since the last take, at most its last `keepChars` characters, then cleaned of terminal
   * control and with `…` before them where more was written. An escape sequence that has not fully arrived
   * waits for the next take, unless this is the `last`.
   */
  take(last = false): string {
    const rest = last ? "" : this.#unfinished();
    const text = this.#text.slice(0, this.#text.length - rest.length);
    const taken = this.#isCut || countCharacters(text) > this.#keepChars ? this.#cut(text) : text;
    this.#text = rest;
    this.#isCut = false;
    return taken;
  }

  #unfinished(): string {
    return UNFINISHED_SEQUENCE.exec(this.#text.slice(-SEQUENCE_UNITS))?.[0] ?? "";
  }

  #cut(text: string): string {
    const clean = cleanTerminal(text);
    const kept = lastCharacters(clean, this.#keepChars);
    return this.#isCut || kept.length < clean.length ? `…${kept}` : clean;
  }

  /** Takes terminal control out first, so that the frames of a progress bar push no line out. */
  #shorten(): void {
    const start = this.#text.lastIndexOf("\n") + 1;
    const text = cleanTerminal(this.#text.slice(0, start)) + lastFrame(this.#text.slice(start));
    // Two code units for each character, so that no kept character is lost.
    const kept = text.slice(-2 * this.#keepChars);
    this.#isCut ||= kept.length < text.length;
    this.#text = kept;
  }
}
