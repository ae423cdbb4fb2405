import { checkFunction, checkText, describe } from "@lembas/arguments";
import { type CapBudgetOptions, resolveBudgets } from "./budgets.js";
import { indexAfter, indexBefore, isLonger } from "./characters.js";
import { bodyEnd, countNewlines } from "./lines.js";
import { countFitting, fittingIndex, type Measure } from "./measure.js";
import { wellFormed } from "./well-formed.js";

/** One end of a capped text: the lines that are shown there, and whether the one of them is cut. */
export interface CapPart {
  readonly shown: readonly string[];
  readonly cut: boolean;
}

/** What a cap shows of a text: its two ends, of so many lines. */
export interface CapParts {
  readonly head: CapPart;
  readonly tail: CapPart;
  readonly lines: number;
}

const NOTHING: CapPart = { shown: [], cut: false };

/** How a cap is taken, beside its budgets. */
export interface CapOptions {
  /** What counts against the budgets of characters: without it the characters. Specification 1.14. */
  readonly measure?: Measure | undefined;
  /** Whether a part may be the line `line` (from 0), cut: `true` for all. */
  readonly mayCut?: ((line: number) => boolean) | undefined;
}

/** Whole lines from the start while both budgets hold, else the start of the first line. */
const takeHead = (text: string, end: number, maxLines: number, maxChars: number): CapPart => {
  const reach = indexAfter(text, maxChars, end);
  const pieces = text.slice(0, reach).split("\n");
  if (reach < end && text[reach] !== "\n") pieces.pop();
  if (pieces.length === 0) return { shown: [`${text.slice(0, reach)} […cut]`], cut: true };
  return { shown: pieces.slice(0, maxLines), cut: false };
};

/** The index where the first line begins that the head does not have; above `end` where it has them all. */
const afterHead = (text: string, end: number, head: CapPart): number => {
  if (!head.cut) return head.shown.reduce((sum, line) => sum + line.length + 1, 0);
  const newline = text.indexOf("\n");
  return newline === -1 ? end + 1 : newline + 1;
};

/** Whole lines from the end, none before `from`, while both budgets hold, else the end of the last line. */
const takeTail = (text: string, from: number, end: number, maxLines: number, maxChars: number): CapPart => {
  const reach = Math.max(from, indexBefore(text, maxChars, end));
  const pieces = text.slice(reach, end).split("\n");
  if (reach > from && text[reach - 1] !== "\n") pieces.shift();
  if (pieces.length === 0) return { shown: [`[cut…] ${text.slice(reach, end)}`], cut: true };
  return { shown: pieces.slice(-maxLines), cut: false };
};

/** {@link takeHead} by a host's measure. */
const measureHead = (
  text: string,
  end: number,
  maxLines: number,
  budget: number,
  measure: Measure,
): CapPart => {
  const bounds: number[] = [];
  for (let at = -1; at < end && bounds.length < maxLines; ) {
    const newline = text.indexOf("\n", at + 1);
    at = newline === -1 || newline > end ? end : newline;
    bounds.push(at);
  }
  const body = text.slice(0, bounds.at(-1));
  const fitting = countFitting(body, bounds, { budget, measure });
  if (fitting > 0) return { shown: body.slice(0, bounds[fitting - 1]).split("\n"), cut: false };
  const line = body.slice(0, bounds[0]);
  const shown = line.slice(0, fittingIndex(line, { budget, measure }));
  return shown === "" ? NOTHING : { shown: [`${shown} […cut]`], cut: true };
};

/** {@link takeTail} by a host's measure. */
const measureTail = (body: string, maxLines: number, budget: number, measure: Measure): CapPart => {
  const bounds: number[] = [];
  for (let at = body.length + 1; at > 0 && bounds.length < maxLines; ) {
    at = at < 2 ? 0 : body.lastIndexOf("\n", at - 2) + 1;
    bounds.push(at);
  }
  const ends = true;
  const fitting = countFitting(body, bounds, { budget, measure, ends });
  if (fitting > 0) return { shown: body.slice(bounds[fitting - 1]).split("\n"), cut: false };
  const line = body.slice(bounds[0]);
  const shown = line.slice(fittingIndex(line, { budget, measure, ends }));
  return shown === "" ? NOTHING : { shown: [`[cut…] ${shown}`], cut: true };
};

/** The line in the place of lines that are not shown; without an id nothing recalls them. */
export const elidedLine = (lines: number, id: string | undefined): string =>
  `[${lines} lines elided${id === undefined ? "" : `, full output ${id}`}]`;

/** Whether a body is within the budget of characters. */
const fitsWhole = (body: string, budget: number, measure: Measure | undefined): boolean =>
  measure === undefined
    ? !isLonger(body, budget)
    : countFitting(body, [body.length], { budget, measure }) === 1;

/**
 * What a cap shows of a text that is not whole within the budgets: its first and its last lines; `undefined` where it is
 * whole. A part that would be a cut line does not exist where `mayCut` says so. Specification 1.12.
 *
 * @throws {TypeError} a budget, or the measure's answer, is not a number
 * @throws {RangeError} a budget or that answer is out of range
 * @example capParts("1\n2\n3\n", { maxLines: 2, headLines: 1, tailLines: 1 })?.head.shown // ["1"]
 */
export const capParts = (
  text: string,
  budgets: CapBudgetOptions,
  { measure, mayCut = () => true }: CapOptions = {},
): CapParts | undefined => {
  const { maxLines, maxChars, headLines, headChars, tailLines, tailChars } = resolveBudgets(budgets);
  const end = bodyEnd(text);
  const lines = text === "" ? 0 : countNewlines(text, 0, end) + 1;
  if (lines <= maxLines && fitsWhole(text.slice(0, end), maxChars, measure)) return undefined;
  const whole = (part: CapPart, line: number): CapPart => (part.cut && !mayCut(line) ? NOTHING : part);
  const takeStart = (): CapPart => {
    if (headLines === 0 || headChars === 0) return NOTHING;
    return measure === undefined
      ? takeHead(text, end, headLines, headChars)
      : measureHead(text, end, headLines, headChars, measure);
  };
  const takeEnd = (from: number): CapPart => {
    if (tailLines === 0 || tailChars === 0 || from > end) return NOTHING;
    return measure === undefined
      ? takeTail(text, from, end, tailLines, tailChars)
      : measureTail(text.slice(from, end), tailLines, tailChars, measure);
  };
  const head = whole(takeStart(), 0);
  const tail = whole(takeEnd(afterHead(text, end, head)), lines - 1);
  const isAll = head.shown.length + tail.shown.length === lines && !head.cut && !tail.cut;
  return isAll ? undefined : { head, tail, lines };
};

const checkId = (id: unknown): void => {
  checkText(id, "id");
  if (!/^#\S+$/.test(id)) throw new RangeError(`id must be # and a word, like #a001; got ${describe(id)}`);
};

/**
 * A text within budgets of lines and characters: whole where it fits (without its final newline), else its
 * first and last lines and between them `[N lines elided, full output #id]`, or `[N lines elided]` without an id. It
 * never repeats a line, and takes one scan for newlines however long the text is. Specification 1.12.
 *
 * @param id what recalls the whole text, with its `#`; undefined where nothing does
 * @param budgets as for `resolveBudgets`, which has the defaults
 * @param measure what counts against the budgets of characters: without it the characters. Specification 1.14
 * @returns the text, and `capped`: false exactly where it is whole
 * @throws {TypeError} `text` or `id` is not a string, `measure` not a function, or a budget or its answer not a number
 * @throws {RangeError} `id` is not `#` and a word, or a budget or the measure's answer is out of range
 * @example capText("1\n2\n3\n4\n", "#a001", { maxLines: 2, headLines: 1, tailLines: 1 }).text
 * // "1\n[2 lines elided, full output #a001]\n4"
 */
export const capText = (
  text: string,
  id: string | undefined,
  budgets: CapBudgetOptions,
  measure?: Measure,
): { text: string; capped: boolean } => {
  checkText(text);
  if (id !== undefined) checkId(id);
  if (measure !== undefined) checkFunction(measure, "measure");
  const parts = capParts(measure === undefined ? text : wellFormed(text), budgets, { measure });
  if (parts === undefined) return { text: wellFormed(text.slice(0, bodyEnd(text))), capped: false };
  const { head, tail, lines } = parts;
  const elided = lines - head.shown.length - tail.shown.length;
  // Joined, not concatenated: a flat string does not keep the whole text in memory behind its slices.
  const shown = [...head.shown, elidedLine(elided, id), ...tail.shown].join("\n");
  return { text: wellFormed(shown), capped: true };
};
