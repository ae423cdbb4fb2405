import type { TextLines } from "@lembas/context/known-lines";
import type { Mark } from "./read-mark.js";

/** The index of the first of so many lines that go on from this number; `undefined` where they are not all there. */
const indexOf = ({ stretches }: TextLines, number: number, count: number): number | undefined => {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.number ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  const stretch = stretches[low - 1];
  const skipped = stretch === undefined ? 0 : number - stretch.number;
  return stretch === undefined || skipped + count > stretch.count ? undefined : stretch.at + skipped;
};

/** What each result of a conversation shows, and each text argument of its call: where marks are looked up. */
export class Sources {
  readonly #shown = new Map<string, TextLines[]>();

  add(id: string, lines: TextLines, argument = ""): void {
    const key = `${id} ${argument}`;
    const before = this.#shown.get(key);
    if (before) before.push(lines);
    else this.#shown.set(key, [lines]);
  }

  /** The lines that a mark stands for; `undefined` where the conversation does not have them all. */
  linesOf({ id, argument = "", first, count }: Mark): string[] | undefined {
    for (const lines of this.#shown.get(`${id} ${argument}`) ?? []) {
      const from = indexOf(lines, first, count);
      if (from !== undefined) return Array.from({ length: count }, (_, index) => lines.line(from + index));
    }
    return undefined;
  }
}
