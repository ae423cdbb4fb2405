import { checkText } from "@lembas/arguments";
import { type CapBudgetOptions, resolveBudgets } from "./budgets.js";
import { indexAfter, indexBefore, isLonger } from "./characters.js";
import { bodyEnd, countNewlines } from "./lines.js";
import { wellFormed } from "./well-formed.js";

/** One end of a capped text: what is shown there, and how many of the text's lines that is, a cut one included. */
interface Part {
  readonly shown: readonly string[];
  readonly lines: number;
  readonly cut: boolean;
}

const NOTHING: Part = { shown: [], lines: 0, cut: false };

/** Whole lines from the start while both budgets hold, else the start of the first line. */
const takeHead = (text: string, end: number, maxLines: number, maxChars: number): Part => {
  if (maxLines === 0 || maxChars === 0) return NOTHING;
  const reach = indexAfter(text, maxChars, end);
  const pieces = text.slice(0, reach).split("\n");
  if (reach < end && text[reach] !== "\n") pieces.pop();
  if (pieces.length === 0) return { shown: [`${text.slice(0, reach)} […cut]`], lines: 1, cut: true };
  const shown = pieces.slice(0, maxLines);
  return { shown, lines: shown.length, cut: false };
};

/** The index where the first line begins that the head does not have; above `end` where it has them all. */
const afterHead = (text: string, end: number, head: Part): number => {
  if (!head.cut) return head.shown.reduce((sum, line) => sum + line.length + 1, 0);
  const newline = text.indexOf("\n");
  return newline === -1 ? end + 1 : newline + 1;
};

/** Whole lines from the end, none before `from`, while both budgets hold, else the end of the last line. */
const takeTail = (text: string, from: number, end: number, maxLines: number, maxChars: number): Part => {
  if (maxLines === 0 || maxChars === 0 || from > end) return NOTHING;
  const reach = Math.max(from, indexBefore(text, maxChars, end));
  const pieces = text.slice(reach, end).split("\n");
  if (reach > from && text[reach - 1] !== "\n") pieces.shift();
  if (pieces.length === 0) return { shown: [`[cut…] ${text.slice(reach, end)}`], lines: 1, cut: true };
  const shown = pieces.slice(-maxLines);
  return { shown, lines: shown.length, cut: false };
};

/**
 * A text within budgets of lines and characters: whole where it fits (without its final newline), else its
 * first and last lines and between them `[N lines elided, full output #id]`. It never repeats a line, and takes
 * one scan for newlines however long the text is. Specification 1.12.
 *
 * @param id what recalls the whole text, with its `#`
 * @param budgets as for `resolveBudgets`, which has the defaults
 * @returns the text, and `capped`: false exactly where it is whole
 * @throws {TypeError} `text` or `id` is no string, or a budget no number
 * @throws {RangeError} `id` is not `#` and a word, or a budget is out of range
 * @example capText("1\n2\n3\n4\n", "#a001", { maxLines: 2, headLines: 1, tailLines: 1 }).text
 * // "1\n[2 lines elided, full output #a001]\n4"
 */
export const capText = (
  text: string,
  id: string,
  budgets: CapBudgetOptions,
): { text: string; capped: boolean } => {
  checkText(text);
  checkText(id, "id");
  if (!/^#\S+$/.test(id))
    throw new RangeError(`id must be # and a word, like #a001; got ${JSON.stringify(id)}`);
  const { maxLines, maxChars, headLines, headChars, tailLines, tailChars } = resolveBudgets(budgets);

  const end = bodyEnd(text);
  const body = text.slice(0, end);
  const lines = text === "" ? 0 : countNewlines(text, 0, end) + 1;
  if (lines <= maxLines && !isLonger(body, maxChars)) return { text: wellFormed(body), capped: false };

  const head = takeHead(text, end, headLines, headChars);
  const tail = takeTail(text, afterHead(text, end, head), end, tailLines, tailChars);
  const elided = lines - head.lines - tail.lines;
  if (elided === 0 && !head.cut && !tail.cut) return { text: wellFormed(body), capped: false };
  // Joined, not concatenated: a flat string does not keep the whole text in memory behind its slices.
  const shown = [...head.shown, `[${elided} lines elided, full output ${id}]`, ...tail.shown].join("\n");
  return { text: wellFormed(shown), capped: true };
};
