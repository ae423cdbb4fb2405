const NAMES: Readonly<Record<string, string>> = {
  "\t": "\\t",
  "\r": "\\r",
  "\b": "\\b",
  "\f": "\\f",
  "\v": "\\v",
};

/** Controls, white space other than the space, format characters, lone surrogates, combining marks, private use. */
const HIDDEN = /[\p{C}\p{Z}\p{M}]/gu;

/**
 * A line of text with what one cannot see written as escapes: `\t`, `\u{1b}`, `\u{feff}`. A backslash stays one.
 *
 * @example
 * visible("1%\r\u001b[0m"); // "1%\\r\\u{1b}[0m"
 */
export const visible = (text: string): string =>
  text.replace(HIDDEN, (character) =>
    character === " "
      ? character
      : (NAMES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`),
  );
