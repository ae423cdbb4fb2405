import { indexBefore } from "./characters.js";
import { TerminalText } from "./terminal-text.js";
import { wellFormed } from "./well-formed.js";

/** What is neither a tab, a newline nor a printed character; said as what it is not, an engine tests it faster. */
const HAS_CONTROL = /[^\t\n -~\x80-\uffff]/;

/**
 * Escape sequences (CSI; strings; others), then the other controls that go. The classes of one sequence's parts
 * share no character and every part may be missing, so nothing is ever tried twice.
 */
const CONTROLS =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)|[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]+/g;

/** What moves the cursor or erases. In a string sequence it does neither, and then only takes the longer way. */
const MOVES = /\x1b(?:8|\[(?:[0-9;]*[A-HJKa`defu]|\?(?:47|1047|1049)[hl]))/;

/** All `\r`s at the end of a line. A match begins only at the first of them, so that a long run is tried once. */
const LINE_END_RETURNS = /(?<!\r)\r+(?![^\n])/g;

/** The text with each line that holds `mark` changed; the others are copied in one piece. */
const changeLines = (text: string, mark: string, change: (line: string) => string): string => {
  const parts: string[] = [];
  let copied = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, copied)) {
    const start = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    parts.push(text.slice(copied, start), change(text.slice(start, end)));
    copied = end;
  }
  if (copied === 0) return text;
  parts.push(text.slice(copied));
  return parts.join("");
};

const lastFrame = (line: string): string => line.slice(line.lastIndexOf("\r") + 1);

/** The line in the pieces between its backspaces: each backspace takes the last character of what is kept so far. */
const takeBack = (line: string): string => {
  const kept: string[] = [];
  for (const [position, piece] of line.split("\b").entries()) {
    const last = position > 0 ? kept.pop() : undefined;
    if (last !== undefined) {
      const rest = last.slice(0, indexBefore(last, 1, last.length));
      if (rest !== "") kept.push(rest);
    }
    if (piece !== "") kept.push(piece);
  }
  return kept.join("");
};

/**
 * A text without its escape sequences and control characters, but with its tabs, newlines and carriage returns, for
 * a place where nothing may be hidden: what `cleanTerminal` would take for written over stays. Specification 1.13.
 *
 * @throws {TypeError} `text` is not a string
 * @example stripControls("\x1b[31mrm\x1b[0m -r build\x1b[2K") // "rm -r build"
 */
export const stripControls = (text: string): string =>
  wellFormed(text).replace(CONTROLS, "").replaceAll("\b", "");

/** The text of a program that moves the cursor. */
const draw = (text: string): string => {
  const terminal = new TerminalText();
  terminal.write(text);
  return terminal.text;
};

/**
 * The words of a program's output, as a screen of unlimited width would show them, in time linear in its length:
 * escape sequences and control characters are taken out, and what the program wrote over or erased by moving the
 * cursor is gone; of a line that was written over after `\r`, the last frame stays; `\b` takes the character before it
 * on its line; what a program clears from the screen stays. A text without any control character but tab and newline
 * comes back as the same string. Specification 1.13.
 *
 * @throws {TypeError} `text` is not a string
 * @example cleanTerminal("1%\r50%\r\x1b[32m100%\x1b[0m\r\n") // "100%\n"
 * @example cleanTerminal("api: waiting\ndb: ready\n\x1b[2A\x1b[2Kapi: ready\n") // "api: ready\ndb: ready\n"
 */
export const cleanTerminal = (text: string): string => {
  const whole = wellFormed(text);
  if (!HAS_CONTROL.test(whole)) return whole;
  if (MOVES.test(whole)) return draw(whole);
  const printed = whole.replace(CONTROLS, "").replace(LINE_END_RETURNS, "");
  return changeLines(changeLines(printed, "\r", lastFrame), "\b", takeBack);
};
