import type { TextLines } from "./text-lines.js";

/** What a line of an output is always shown for. Specification 2.20. */
const ALERT = /error|fail|exception|panic|fatal|traceback|not ok|[\u2717\u2718\u2716\u00d7]/i;

/**
 * Whether a line of an output is an alert, such as an error: these are shown whatever was shown before. Specification
 * 2.20.
 *
 * @example isAlert("  Not OK 3 - parses") // true
 */
export const isAlert = (line: string): boolean => ALERT.test(line);

/** Finds the alerts of a text, of which it is asked about parts that go forward: it looks at each line once. */
export class AlertScan {
  readonly #lines: TextLines;
  /** Where in the text the last alert that was found stands. */
  #found = -1;
  /** Up to where the text is looked at. */
  #passed = 0;

  constructor(lines: TextLines) {
    this.#lines = lines;
  }

  /** The first alert among the lines from `from` to `to - 1`; `to` where there is none. */
  before(from: number, to: number): number {
    const start = this.#lines.lineStart(from);
    const end = this.#lines.lineEnd(to - 1);
    if (this.#found < start && this.#passed < end) this.#look(Math.max(start, this.#passed), end);
    if (this.#found < start || this.#found >= end) return to;
    let low = from;
    let high = to - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lines.lineEnd(middle) > this.#found) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #look(from: number, to: number): void {
    const at = this.#lines.text.slice(from, to).search(ALERT);
    this.#passed = at === -1 ? to : from + at;
    if (at !== -1) this.#found = from + at;
  }
}
