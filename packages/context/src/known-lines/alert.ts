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
const bothCases = (byte: string): string[] => (/[a-z]/.test(byte) ? [byte, byte.toUpperCase()] : [byte]);

const makeSteps = (): Uint16Array => {
  const signs = SIGNS.map((sign) => String.fromCharCode(...new TextEncoder().encode(sign)));
  const begun = new Set(signs.flatMap((sign) => Array.from(sign, (_, length) => sign.slice(0, length))));
  // A state is what has been read of a sign; that of a whole one has no name that a text could give.
  const states = ["", "\n", ...[...begun].filter((part) => part !== "")];
  const found = states.indexOf("\n");
  const places = new Map(states.map((part, place) => [part, place]));
  const placeOf = (read: string): number => {
    if (signs.some((sign) => read.endsWith(sign))) return found;
    const kept = Array.from(read, (_, from) => read.slice(from)).find((part) => places.has(part)) ?? "";
    return places.get(kept) ?? 0;
  };
  const steps = new Uint16Array(states.length * BYTES);
  steps.fill(ALERT_FOUND, found * BYTES, (found + 1) * BYTES);
  for (const [place, part] of states.entries()) {
    if (place === found) continue;
    for (const byte of new Set(signs.join(""))) {
      for (const one of bothCases(byte))
        steps[place * BYTES + one.charCodeAt(0)] = placeOf(part + byte) * BYTES;
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
