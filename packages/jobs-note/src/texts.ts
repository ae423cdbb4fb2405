import { checkText, checkWhole, describe } from "@lembas/arguments";
import { cleanTerminal, cutTail, toBlock, toLabel, toOneLine, wellFormed } from "@lembas/format";

/** Changes a text before a note shows it, to take secrets out. */
export type Redact = (text: string) => string;

/** Reads the texts of a record, each form from any value; what is no text is blank. Specification 4.1. */
export interface Texts {
  /** A text for a place with one line; a finite number is its digits. */
  label(value: unknown): string;
  /** All of a text on one line. */
  oneLine(value: unknown): string;
  /** A text with its lines. */
  block(value: unknown): string;
  /** What a program printed: cleaned of terminal control, at most its last `tailChars` characters. */
  output(value: unknown): string;
}

const toText = (value: unknown): string => (typeof value === "string" ? wellFormed(value) : "");

const withDigits = (value: unknown): unknown => (Number.isFinite(value) ? String(value) : value);

/**
 * The texts of a record as a host wants them. They are redacted while they are whole, so that no cut hides a
 * part of a secret from `redact`.
 *
 * @throws {TypeError} `redact` is no function, `tailChars` no number; later, where `redact` gives no text
 * @throws {RangeError} `tailChars` is no whole one of at least 0
 */
export const readTexts = (redact: Redact | undefined, tailChars: number | undefined): Texts => {
  if (redact !== undefined && typeof redact !== "function") {
    throw new TypeError(`redact must be a function of a string; got ${describe(redact)}`);
  }
  if (tailChars !== undefined) checkWhole(tailChars, "tailChars");
  const shown = (text: string): string => {
    if (redact === undefined || text === "") return text;
    const redacted = redact(text);
    checkText(redacted, "what redact gives");
    return redacted;
  };
  return {
    label: (value) => toLabel(shown(toText(withDigits(value)))),
    oneLine: (value) => toOneLine(shown(toText(value))),
    block: (value) => toBlock(shown(toText(value))),
    output: (value) => {
      const printed = toBlock(shown(cleanTerminal(toText(value))));
      return tailChars === undefined ? printed : cutTail(printed, tailChars);
    },
  };
};
