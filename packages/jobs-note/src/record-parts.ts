import { checkText, checkWhole, describe } from "@lembas/arguments";
import {
  cleanTerminal,
  cutTail,
  formatDuration,
  toBlock,
  toLabel,
  toOneLine,
  wellFormed,
} from "@lembas/format";

const DIGITS = /^-?[0-9]+$/;

/**
 * A field as a number: a number, or a text of digits. Anything else is undefined. Specification 4.1.
 *
 * @example toNumber(" -15 ") // -15
 */
export const toNumber = (value: unknown): number | undefined => {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  const digits = value.trim();
  return DIGITS.test(digits) ? Number(digits) : undefined;
};

/**
 * A field that is written only where it is given: a finite number of 0 or more. Specification 4.9.
 *
 * @example toAmount("12") // 12
 */
export const toAmount = (value: unknown): number | undefined => {
  const number = toNumber(value);
  return number !== undefined && Number.isFinite(number) && number >= 0 ? number : undefined;
};

/** Changes a text before a note shows it, to take secrets out. */
export type Redact = (text: string) => string;

/** Reads the texts of a record, each form from any value; what is not a text is blank. Specification 4.1. */
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
 * @throws {TypeError} `redact` is not a function, `tailChars` not a number; later, where `redact` gives no text
 * @throws {RangeError} `tailChars` is not a whole number of at least 0
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

/** A job as its note calls it: its id, and what it is about in brackets: `job3 (npm test)`. Specification 4.3. */
export const nameJob = (id: unknown, about: string, texts: Texts): string => {
  const name = texts.label(id) || "job";
  return about === "" ? name : `${name} (${about})`;
};

/** A subagent as its note calls it: `job4 (explore: find the config loader)`. Specification 4.3. */
export const nameSubagent = (id: unknown, agent: unknown, description: unknown, texts: Texts): string =>
  nameJob(id, [texts.label(agent), texts.label(description)].filter(Boolean).join(": "), texts);

/** ` after 1m 05s`. Specification 4.1. */
export const afterSeconds = (seconds: unknown): string => ` after ${formatDuration(toNumber(seconds) ?? 0)}`;

/** Where the whole output is, at the end of the header line. Specification 4.12. */
export const wholeOutput = (log: unknown, texts: Texts): string => {
  const path = texts.oneLine(log);
  return path === "" ? "" : ` Whole output: ${path}`;
};
