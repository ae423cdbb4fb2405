import { findRuns, isLongEnough, type KnownRun } from "./find-runs.js";
import { HeldLines, type PrintedStretch } from "./held-lines.js";
import { BLOCK_LINES } from "./line-hash.js";
import type { TextLines } from "./text-lines.js";

/** Some lines of a text by index from 0: from line `from` up to, and without, line `to`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** How lines are printed. */
export interface PrintOptions {
  /** The lines that stand in the result, in order; without it all. */
  readonly ranges?: readonly LineRange[] | undefined;
  /** Which file the lines are of: equal names are the same file. */
  readonly file?: string | undefined;
  /** Where it is not the result's own text: what it is, such as the name of an argument of its call. */
  readonly source?: string | undefined;
}

/** How known lines are looked for. */
export interface FindOptions {
  /** The lines among which runs are looked for, in order; without it all. */
  readonly ranges?: readonly LineRange[] | undefined;
  /** Which file the lines are of. */
  readonly file?: string | undefined;
  /** Whether alerts are in no run; without it, where the lines are an output's without numbers. */
  readonly alerts?: boolean | undefined;
  /** Whether the conversation still shows a result; asked when it matters, at most once for each in a search. */
  readonly isShown?: ((key: string) => boolean) | undefined;
}

const allLines = ({ count }: TextLines): LineRange[] => [{ from: 0, to: count }];

/** The stretches of the lines in the ranges that have a block. */
const stretchesWithBlocks = (lines: TextLines, ranges: readonly LineRange[]): PrintedStretch[] => {
  const found: PrintedStretch[] = [];
  let next = 0;
  for (const { from, to } of ranges) {
    for (; next < lines.stretches.length; next++) {
      const stretch = lines.stretches[next];
      if (stretch === undefined) break;
      const at = Math.max(from, stretch.at);
      const end = Math.min(to, stretch.at + stretch.count);
      if (end - at >= BLOCK_LINES) found.push({ at, to: end, number: stretch.number + at - stretch.at });
      if (stretch.at + stretch.count > to) break;
    }
  }
  return found;
};

const showsAll = (): boolean => true;

/** The question, asked at most once for each key. */
const askedOnce = (isShown: (key: string) => boolean): ((key: string) => boolean) => {
  const answers = new Map<string, boolean>();
  return (key) => {
    const answer = answers.get(key) ?? isShown(key);
    answers.set(key, answer);
    return answer;
  };
};

/**
 * Whether a mark may ever name some of these lines: eight of them or more stand one after the other, and these have 200
 * characters.
 *
 * @example canBeNamed(textLines("one\ntwo\n")) // false
 */
export const canBeNamed = (lines: TextLines, ranges: readonly LineRange[] = allLines(lines)): boolean =>
  stretchesWithBlocks(lines, ranges).some(({ at, to }) => isLongEnough(lines, at, to));

/**
 * The lines that the results of a conversation print, and the search for them in new texts. It knows nothing of
 * ledgers: a result is a key. Specification 2.20.
 *
 * Beside the texts, which are held once, it holds at most 40 bytes for each line, and nothing of lines that are in no
 * block. Printing and searching take time linear in the lines, whatever is in them.
 *
 * @example
 * const known = new KnownLines();
 * known.print("#a001", fileLines(text, 1), { file: "src/a.ts" });
 * known.find(fileLines(textNow, 1), { file: "src/a.ts" }); // [{ at: 12, count: 40, key: "#a001", number: 13, inPlace: true }]
 */
export class KnownLines {
  #held = new HeldLines();

  /** How many lines are held. */
  get size(): number {
    return this.#held.size;
  }

  /** Whether lines of a result are held: eight of them or more stand one after the other. */
  has(key: string): boolean {
    return this.#held.has(key);
  }

  /**
   * These lines now stand in the conversation under this key. Texts that are printed one after the other under one key
   * are one result, the first of them furthest up.
   *
   * @throws {Error} the key has lines already, and another result was printed since
   * @example known.print("#a001", fileLines(text, 40), { file: "src/a.ts" })
   */
  print(key: string, lines: TextLines, { ranges = allLines(lines), file, source }: PrintOptions = {}): void {
    const stretches = stretchesWithBlocks(lines, ranges);
    if (stretches.length > 0) this.#held.add(lines, stretches, { key, source, file });
  }

  /**
   * The runs of a text that results print, in order: from the first line on the block that the rules choose, and what
   * goes on as it does. Nothing changes.
   *
   * @example known.find(lines, { file: "src/a.ts", isShown: (key) => conversation.has(key) })
   */
  find(
    lines: TextLines,
    { ranges = allLines(lines), file, alerts = lines.kind === "text", isShown }: FindOptions = {},
  ): KnownRun[] {
    const number = file === undefined ? undefined : this.#held.fileNumber(file);
    return findRuns(this.#held, lines, stretchesWithBlocks(lines, ranges), {
      alerts,
      isShown: isShown === undefined ? showsAll : askedOnce(isShown),
      file: number,
    });
  }

  /**
   * These results print nothing any more; keys without lines are passed over.
   *
   * @example known.forget(["#a001", "#a002"])
   */
  forget(keys: Iterable<string>): void {
    this.#held.forget(keys);
  }

  /**
   * An equal one that shares nothing changeable with this one.
   *
   * @example const branch = known.copy();
   */
  copy(): KnownLines {
    const copy = new KnownLines();
    copy.#held = this.#held.copy();
    return copy;
  }
}
