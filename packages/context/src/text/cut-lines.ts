import { firstCharacters } from "@lembas/format";
import { CUT_MARK } from "./messages.js";

/** A text whose longest lines are cut, and which lines these are, from 0. */
export interface CutText {
  readonly text: string;
  readonly cut: readonly number[];
}

/** Of each line that has more characters than `most` its start and a mark. Specification 2.30. */
export const cutLines = (text: string, most: number): CutText => {
  if (text.length <= most) return { text, cut: [] };
  const cut: number[] = [];
  const pieces: string[] = [];
  let done = 0;
  for (let start = 0, line = 0; start < text.length; line++) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    if (end - start > most) {
      const shown = firstCharacters(text.slice(start, Math.min(end, start + 2 * most)), most);
      if (start + shown.length < end) {
        pieces.push(text.slice(done, start), shown, CUT_MARK);
        cut.push(line);
        done = end;
      }
    }
    start = end + 1;
  }
  return cut.length === 0 ? { text, cut } : { text: pieces.join("") + text.slice(done), cut };
};
