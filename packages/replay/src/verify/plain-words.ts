import { cleanTerminal } from "@lembas/format";

/** What moves the cursor or erases. */
const moves = /\u{1b}(?:8|\[(?:[\d;]*[A-HJKa`defu]|\?(?:47|1047|1049)[hl]))/u;

/**
 * The words of a terminal's output, by one pass over its characters: no escape sequences, no controls, of a line
 * that was written over the last writing. The screen of a program that moves the cursor is drawn as the specification
 * says in 1.13, by the package that draws it for all.
 */
export const plainWords = (text: string): string => {
  if (!/[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}]/u.test(text)) return text;
  if (moves.test(text)) return cleanTerminal(text);
  const withoutEscapes = text
    .replace(/\u{1b}\[[\u{30}-\u{3f}]*[\u{20}-\u{2f}]*(?:[\u{40}-\u{7e}]|$)/gu, "")
    .replace(/\u{1b}[\]PX^_][^\u{7}\u{1b}\n]*(?:\u{7}|\u{1b}\\|(?=\n)|$)/gu, "")
    .replace(/\u{1b}[\u{20}-\u{2f}]*[\u{30}-\u{7e}]/gu, "")
    .replace(/[\u{0}-\u{7}\u{b}\u{c}\u{e}-\u{1f}\u{7f}]/gu, "");
  if (!/[\r\u{8}]/u.test(withoutEscapes)) return withoutEscapes;
  return withoutEscapes
    .split("\n")
    .map((line) => {
      const last = line.replace(/\r+$/, "").split("\r").at(-1) ?? "";
      const words: string[] = [];
      for (const character of last) {
        if (character === "\u{8}") words.pop();
        else words.push(character);
      }
      return words.join("");
    })
    .join("\n");
};
