import { countCharacters, lastCharacters, TerminalText } from "@lembas/format";
import { applyRedact, type Redact } from "./record-parts.js";

/** Shortened less often, and never within a secret of a usual length, where few characters are kept. */
const LEAST_ROOM = 16_384;

/** How far before the place of a cut another is looked for, where that one would part a secret. */
const STEPS_BACK = [0, 64, 256, 1_024, 4_096, LEAST_ROOM];

/** The text from an index on that is in no pair of code units. */
const textFrom = (text: string, index: number): string => text.slice(index).replace(/^[\udc00-\udfff]/, "");

/**
 * What is left of a text where it is cut near `index`, so that no cut parts a secret: the two sides alone are redacted
 * as they are together. Where no such place is near, the text is redacted first.
 */
const cutOutsideSecrets = (text: string, index: number, redact: Redact | undefined): string => {
  if (redact === undefined) return textFrom(text, index);
  const redacted = applyRedact(redact, text);
  for (const back of STEPS_BACK) {
    const place = Math.max(0, index - back);
    const rest = textFrom(text, place);
    const start = text.slice(0, text.length - rest.length);
    if (applyRedact(redact, start) + applyRedact(redact, rest) === redacted) return rest;
  }
  return textFrom(redacted, Math.max(0, redacted.length - (text.length - index)));
};

/**
 * The last characters of a program's output that arrives in pieces, cleaned of terminal control and redacted, in
 * bounded memory: at most about 4 × `keepChars` UTF-16 code units (and 64 K) and one piece.
 *
 * @example
 * const tail = new OutputTail(3);
 * tail.write("abcdef");
 * tail.take() // "…def"
 */
export class OutputTail {
  readonly #keepChars: number;
  readonly #redact: Redact | undefined;
  readonly #room: number;
  readonly #terminal = new TerminalText();
  /** At least as many code units as the terminal's text has. */
  #written = 0;
  #isCut = false;
  /** What `redact` threw when nobody was there to be told. */
  #failure: { thrown: unknown } | undefined;

  constructor(keepChars: number, redact?: Redact) {
    this.#keepChars = keepChars;
    this.#redact = redact;
    this.#room = Math.max(keepChars, LEAST_ROOM);
  }

  /** Adds a piece. */
  write(piece: string): void {
    this.#terminal.write(piece);
    this.#written += piece.length;
    if (this.#written > 4 * this.#room) this.#shorten();
  }

  /**
   * What was written since the last take, at most its last `keepChars` characters, with `…` before them where more
   * was written. An escape sequence that has not fully arrived is in none.
   *
   * @throws what `redact` throws, and TypeError where it gives no text
   */
  take(): string {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure.thrown;
    const text = applyRedact(this.#redact, this.#terminal.text);
    const isCut = this.#isCut || countCharacters(text) > this.#keepChars;
    this.#empty(false);
    return isCut ? `…${lastCharacters(text, this.#keepChars)}` : text;
  }

  #empty(isCut: boolean): void {
    this.#terminal.replace("");
    this.#written = 0;
    this.#isCut = isCut;
  }

  #shorten(): void {
    const { text } = this.#terminal;
    // Two code units for each character, so that no kept character is lost.
    const index = text.length - 2 * this.#room;
    this.#written = text.length;
    if (index <= 0) return;
    try {
      const kept = cutOutsideSecrets(text, index, this.#redact);
      this.#terminal.replace(kept);
      this.#written = kept.length;
      this.#isCut = true;
    } catch (thrown) {
      // Nothing may be shown that was not redacted.
      this.#empty(true);
      this.#failure = { thrown };
    }
  }
}
