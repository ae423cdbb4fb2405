/** Controls, line and paragraph separators, format characters (they turn text around), lone surrogates. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * A text of a recording as a terminal may be given it: what steers one, or cannot be seen, is written as an escape.
 *
 * @example visible("1%\u001b[2J") // "1%\\u{1b}[2J"
 */
export const visible = (text: string): string =>
  text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
