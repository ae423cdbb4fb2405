import { checkText, checkWhole, describe } from "@lembas/arguments";
import {
  capText,
  cleanTerminal,
  cutTail,
  formatDuration,
  stripControls,
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

/** What `redact` makes of a text; the text itself without one. */
export const applyRedact = (redact: Redact | undefined, text: string): string => {
  if (redact === undefined || text === "") return text;
  const redacted = redact(text);
  checkText(redacted, "what redact gives");
  return redacted;
};

/** @throws {TypeError} `redact` is not a function */
export const checkRedact = (redact: unknown): void => {
  if (redact === undefined || typeof redact === "function") return;
  throw new TypeError(`redact must be a function of a string; got ${describe(redact)}`);
};

/** How a note's texts are shown. */
export interface TextOptions {
  /** Takes secrets out of every text of the record before it is cut and shown; what it throws is thrown on. */
  redact?: Redact | undefined;
  /** At most so many characters of a command's output, its last; `…` stands before a cut. Default: 10,000. */
  tailChars?: number | undefined;
  /** So many of its first as well; then `[N lines elided]` stands between the two. Default: 0. */
  headChars?: number | undefined;
  /** At most so many characters of a report or a message, its first and last. Default: 20,000. */
  textChars?: number | undefined;
}

/** What may begin a line, or steer a terminal, in somebody's eyes, and is neither of `stripControls`. */
const MORE_CONTROLS = /[\x80-\x9f\u2028\u2029]/g;

/** A text for a place with one line, without its escape sequences and controls. Specification 4.1. */
export const stripText = (text: string): string => stripControls(text).replace(MORE_CONTROLS, "");

/** Reads the texts of a record, each form from any value; what is not a text is blank. Specification 4.1. */
export interface Texts {
  /** A text for a place with one line; a finite number is its digits. */
  label(value: unknown): string;
  /** All of a text on one line. */
  oneLine(value: unknown): string;
  /** A text with its lines. */
  block(value: unknown): string;
  /** What a program printed: cleaned of terminal control, its last characters, and its first where that is asked for. */
  output(value: unknown): string;
}

const toText = (value: unknown): string => (typeof value === "string" ? wellFormed(value) : "");

const withDigits = (value: unknown): unknown => (Number.isFinite(value) ? String(value) : value);

const DEFAULT_TAIL_CHARS = 10_000;
const DEFAULT_TEXT_CHARS = 20_000;

/** A text's start and end with `[N lines elided]` between them; whole where it is within `maxChars`. Specification 1.12. */
const capCharacters = (
  text: string,
  maxChars: number,
  ends: { headChars?: number; tailChars?: number },
): string => capText(text, undefined, { maxLines: Number.MAX_SAFE_INTEGER, maxChars, ...ends }).text;

/**
 * The texts of a record as a host wants them. They are redacted while they are whole, so that no cut hides a
 * part of a secret from `redact`.
 *
 * @throws {TypeError} `redact` is not a function, or a number of characters not a number; later, where `redact` gives no
 *   text
 * @throws {RangeError} a number of characters is not a whole number of at least 0
 */
export const readTexts = (options: TextOptions): Texts => {
  const { redact, tailChars = DEFAULT_TAIL_CHARS, headChars = 0, textChars = DEFAULT_TEXT_CHARS } = options;
  checkRedact(redact);
  checkWhole(tailChars, "tailChars");
  checkWhole(headChars, "headChars");
  checkWhole(textChars, "textChars");
  const shown = (text: string): string => applyRedact(redact, text);
  const stripped = (value: unknown): string => shown(stripText(toText(value)));
  return {
    label: (value) => toLabel(stripped(withDigits(value))),
    oneLine: (value) => toOneLine(stripped(value)),
    block: (value) => capCharacters(toBlock(shown(toText(value))), textChars, {}),
    output: (value) => {
      const printed = toBlock(shown(cleanTerminal(toText(value))));
      if (headChars === 0) return cutTail(printed, tailChars);
      return capCharacters(printed, headChars + tailChars, { headChars, tailChars });
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
