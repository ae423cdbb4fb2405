import type { TextLines } from "./text-lines.js";

/** What makes a line of an output an alert, whatever is large or small in it. Specification 2.20. */
const SIGNS = [
  ...["error", "fail", "exception", "panic", "fatal", "traceback", "not ok"],
  ...["\u2717", "\u2718", "\u2716", "\u00d7"],
];

const ALERT = new RegExp(SIGNS.join("|"), "i");

/**
 * Whether a line of an output is an alert, such as an error: these are shown whatever was shown before. Specification
 * 2.20.
 *
 * @example isAlert("  Not OK 3 - parses") // true
 */
export const isAlert = (line: string): boolean => ALERT.test(line);

/** How many classes of units there may be: those of the signs, and all others as one. */
const CLASSES = 32;
const UNITS = 0x1_0000;

/** The state in which a line is an alert. */
const FOUND = CLASSES;

/** Of a letter A to Z the small and the large one. */
const bothCases = (unit: string): string[] => (/[a-z]/.test(unit) ? [unit, unit.toUpperCase()] : [unit]);

/** Finds signs unit by unit: `next[state + classOf[unit]]` is the state behind a unit, from 0 at the start of a line on. */
interface SignSteps {
  readonly classOf: Uint8Array;
  readonly next: Uint16Array;
}

/**
 * A state is what has been read of a sign. It takes the steps of what is left of that without its first unit, which is
 * shorter and so is there already, and its own, to where a unit more has been read of a sign. Made in a program that may
 * run for one text alone, so in few steps.
 */
const makeSteps = (): SignSteps => {
  const units = [...new Set(SIGNS.join(""))];
  const classOf = new Uint8Array(UNITS);
  for (const [index, unit] of units.entries()) {
    for (const one of bothCases(unit)) classOf[one.charCodeAt(0)] = index + 1;
  }
  const begun = SIGNS.flatMap((sign) => Array.from(sign, (_, length) => sign.slice(0, length)));
  const parts = [...new Set(begun)].sort((one, other) => one.length - other.length);
  // The second row is that of a whole sign.
  const rows = new Map(parts.map((part, index) => [part, CLASSES * (index === 0 ? 0 : index + 1)]));
  const next = new Uint16Array(CLASSES * (parts.length + 1));
  next.fill(FOUND, FOUND, FOUND + CLASSES);
  for (const [part, row] of rows) {
    let rest = 0;
    for (const unit of part.slice(1)) rest = next[rest + (classOf[unit.charCodeAt(0)] ?? 0)] ?? 0;
    if (row > 0) next.copyWithin(row, rest, rest + CLASSES);
    for (const sign of SIGNS) {
      if (!sign.startsWith(part)) continue;
      const longer = sign.slice(0, part.length + 1);
      next[row + (classOf[sign.charCodeAt(part.length)] ?? 0)] =
        longer === sign ? FOUND : (rows.get(longer) ?? 0);
    }
  }
  return { classOf, next };
};

let sharedSteps: SignSteps | undefined;

/** Whether a stretch of a text, a line of it, is an alert: what {@link isAlert} says, many times faster. */
const isAlertAt = (text: string, from: number, to: number, { classOf, next }: SignSteps): boolean => {
  let state = 0;
  for (let at = from; at < to; at++) state = next[state + (classOf[text.charCodeAt(at)] ?? 0)] ?? 0;
  return state === FOUND;
};

/** The alerts of a text, found where they are asked for: from one place on each line is read once. */
export class AlertSearch {
  readonly #lines: TextLines;
  /** The lines that were read, and which of them are alerts. */
  #from = 0;
  #to = 0;
  #found: number[] = [];

  constructor(lines: TextLines) {
    this.#lines = lines;
  }

  /**
   * The first alert among the lines from `from` to `to - 1`; `to` where there is none.
   *
   * @example new AlertSearch(textLines("ok\nError: no\n")).before(0, 2) // 1
   */
  before(from: number, to: number): number {
    if (from < this.#from || from > this.#to) {
      this.#from = from;
      this.#to = from;
      this.#found = [];
    }
    sharedSteps ??= makeSteps();
    const steps = sharedSteps;
    const { text } = this.#lines;
    for (; this.#to < to; this.#to++) {
      if (isAlertAt(text, this.#lines.lineStart(this.#to), this.#lines.lineEnd(this.#to), steps))
        this.#found.push(this.#to);
    }
    return Math.min(this.#firstFrom(from), to);
  }

  /** The first alert that was found from a line on; infinity where there is none. */
  #firstFrom(from: number): number {
    let low = 0;
    let high = this.#found.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#found[middle] ?? from) < from) low = middle + 1;
      else high = middle;
    }
    return this.#found[low] ?? Number.POSITIVE_INFINITY;
  }
}
