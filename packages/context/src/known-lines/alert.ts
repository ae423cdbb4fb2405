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

/** Finds the alerts of a text; as long as it is asked about parts that go forward, it looks at each line once. */
export class AlertScan {
  readonly #lines: TextLines;
  readonly #alert = new RegExp(ALERT, "gi");
  /** Where in the text the next alert stands; the text's end where none is left. */
  #next = -1;

  constructor(lines: TextLines) {
    this.#lines = lines;
  }

  /** The first alert among the lines from `from` to `to - 1`; `to` where there is none. */
  before(from: number, to: number): number {
    const { text } = this.#lines;
    const start = this.#lines.lineStart(from);
    if (this.#next < start) {
      this.#alert.lastIndex = start;
      this.#next = this.#alert.exec(text)?.index ?? text.length;
    }
    if (this.#next >= this.#lines.lineEnd(to - 1)) return to;
    let low = from;
    let high = to - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lines.lineEnd(middle) > this.#next) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
