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

const BYTES = 256;

/** The state of {@link alertSteps} once a line is an alert. */
export const ALERT_FOUND = BYTES;

/** Of a letter A to Z the small and the large one. */
const bothCases = (byte: number): readonly number[] =>
  byte >= 0x61 && byte <= 0x7a ? [byte, byte - 0x20] : [byte];

/**
 * A state is what has been read of a sign. It takes the steps of what is left of that without its first byte, which is
 * shorter and so is there already, and its own, to where a byte more has been read of a sign. Made at the first text of
 * a program that may run for one text alone, so in few steps.
 */
const makeSteps = (): Uint16Array => {
  const encoder = new TextEncoder();
  const signs = SIGNS.map((sign) => String.fromCharCode(...encoder.encode(sign)));
  const begun = signs.flatMap((sign) => Array.from(sign, (_, length) => sign.slice(0, length)));
  const parts = [...new Set(begun)].sort((one, other) => one.length - other.length);
  // The second row is that of a whole sign.
  const rows = new Map(parts.map((part, index) => [part, BYTES * (index === 0 ? 0 : index + 1)]));
  const steps = new Uint16Array(BYTES * (parts.length + 1));
  steps.fill(ALERT_FOUND, BYTES, 2 * BYTES);
  for (const [part, row] of rows) {
    let rest = 0;
    for (let index = 1; index < part.length; index++) rest = steps[rest + part.charCodeAt(index)] ?? 0;
    if (row > 0) steps.copyWithin(row, rest, rest + BYTES);
    for (const sign of signs) {
      if (!sign.startsWith(part)) continue;
      const next = sign.length === part.length + 1 ? ALERT_FOUND : rows.get(sign.slice(0, part.length + 1));
      for (const byte of bothCases(sign.charCodeAt(part.length))) steps[row + byte] = next ?? 0;
    }
  }
  return steps;
};

let sharedSteps: Uint16Array | undefined;

/**
 * Finds alerts in the bytes of a line, in UTF-8, one after the other: `steps[state + byte]` is the next state, from 0
 * at the start of a line on. One reading of a text tells both its lines and which are alerts.
 */
export const alertSteps = (): Uint16Array => {
  sharedSteps ??= makeSteps();
  return sharedSteps;
};

/** The first alert among the lines of a text from `from` to `to - 1`; `to` where there is none. */
export const alertBefore = ({ alerts }: TextLines, from: number, to: number): number => {
  let low = 0;
  let high = alerts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((alerts[middle] ?? to) < from) low = middle + 1;
    else high = middle;
  }
  return Math.min(alerts[low] ?? to, to);
};
