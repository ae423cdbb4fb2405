import * as format from "@lembas/format";
import { formatting } from "../../adapters/format.js";
import { alter, type Wrong } from "./wrong.js";

/** `@lembas/format`, wrong in one way each. */
export const wrongFormat: Wrong = {
  "counts UTF-16 units": alter(formatting, {
    characters: ({ text, first, last }) => {
      if (first !== undefined) return text.slice(0, first);
      return last === undefined ? text.length : text.slice(-last || text.length);
    },
  }),
  "counts graphemes": alter(formatting, {
    characters: ({ text, first, last }, right) =>
      first === undefined && last === undefined ? [...new Intl.Segmenter().segment(text)].length : right,
  }),
  "rounds percentages": alter(formatting, {
    percent: ({ used, limit }) => Math.min(100, Math.round((100 * used) / limit)),
  }),
  "divides before it multiplies": alter(formatting, {
    percent: ({ used, limit }) => Math.min(100, Math.floor((used / limit) * 100)),
  }),
  "goes above 100 percent": alter(formatting, {
    percent: ({ used, limit }) => Math.floor((100 * used) / limit),
  }),
  "rounds durations": alter(formatting, {
    duration: ({ seconds }) => format.formatDuration(Math.round(seconds)),
  }),
  "turns hours into days": alter(formatting, {
    duration: ({ seconds }, right) => (seconds >= 86_400 ? `${Math.floor(seconds / 86_400)}d` : right),
  }),
  "K8: takes an hour for 3,599 seconds": alter(formatting, {
    duration: ({ seconds }, right) =>
      seconds >= 3_600 ? String(right).replace(/^[0-9]+/u, String(Math.floor(seconds / 3_599))) : right,
  }),
  "does not pad seconds": alter(formatting, {
    duration: (_given, right) => String(right).replace(/ 0/u, " "),
  }),
  "leaves commas out": alter(formatting, { count: ({ n }) => String(n) }),
  "says 0 step": alter(formatting, {
    plural: ({ count, noun }, right) => (count === 0 ? `0 ${noun}` : right),
  }),
  "splits lines as Python's splitlines": alter(formatting, {
    lines: ({ text }) =>
      text
        .split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/u)
        .filter((line: string, index: number, all: string[]) => line !== "" || index < all.length - 1),
  }),
  "starts a line after the final newline": alter(formatting, { lines: ({ text }) => text.split("\n") }),
  "trims as Python's strip": alter(formatting, {
    trim: ({ text }) => text.replace(/^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/gu, ""),
  }),
  "leaves a byte order mark": alter(formatting, {
    trim: ({ text }) => text.replace(/^[^\S\ufeff]+|[^\S\ufeff]+$/gu, ""),
  }),
  "counts the ellipsis of a tail": alter(formatting, {
    tail: ({ text, characters }, right) =>
      format.countCharacters(text) > characters
        ? `…${format.lastCharacters(text, characters - 1 || 1)}`
        : right,
  }),
  "cuts no labels": alter(formatting, {
    label: ({ text }) => (text.split(/[\n\r]/u).find((line: string) => line.trim() !== "") ?? "").trim(),
  }),
  "takes a label's first line, blank or not": alter(formatting, {
    label: ({ text }) => format.toLabel(text.split("\n")[0]),
  }),
  "makes every run of white space one space": alter(formatting, {
    one_lined: ({ text }) => format.toOneLine(text.replace(/\s+/gu, " ")),
  }),
  "takes a block's indentation": alter(formatting, { block: ({ text }) => text.trim() }),
  "counts a cut line as elided": alter(formatting, {
    cap: (_given, right) =>
      rewrite(right, (text) =>
        text.replace(/^\[(\d+) lines elided/mu, (whole, lines) =>
          text.includes("[cut…]") || text.includes("[…cut]") ? `[${Number(lines) + 1} lines elided` : whole,
        ),
      ),
  }),
  "names an id that is not there": alter(formatting, {
    cap: (_given, right) =>
      rewrite(right, (text) => text.replace("lines elided]", "lines elided, full output #]")),
  }),
  "K8: counts no newlines of a tail": alter(formatting, {
    cap: ({ text, output_id, budgets }, right) => {
      const tail = budgets?.tail_chars;
      if (tail === undefined || (budgets.max_chars ?? 40_000) < tail + 2 + (budgets.head_chars ?? 0))
        return right;
      const wider = { headChars: budgets.head_chars, maxChars: budgets.max_chars, tailChars: tail + 1 };
      return format.capText(text, output_id, wider);
    },
  }),
  "says 1 line elided": alter(formatting, {
    cap: (_given, right) => rewrite(right, (text) => text.replace("[1 lines elided", "[1 line elided")),
  }),
  "keeps the final newline of a whole text": alter(formatting, {
    cap: ({ text }, right) => rewrite(right, (capped) => (text === `${capped}\n` ? text : capped)),
  }),
  "K8: does not end a sequence with ~": alter(formatting, {
    clean_terminal: ({ text }) => format.cleanTerminal(text.replace(/(?<=\x1b\[[0-?]*[ -/]*)~/gu, "\u00e9")),
  }),
  "takes only colours out": alter(formatting, {
    clean_terminal: ({ text }) => text.replace(/\x1b\[[0-9;]*m/gu, ""),
  }),
  "drops movements": alter(formatting, {
    clean_terminal: ({ text }, right) =>
      text.includes("\x1b[")
        ? format.cleanTerminal(text.replace(/\x1b\[[0-9;]*[A-HJKadefsu`]/gu, ""))
        : right,
  }),
  "loses what was cleared from the screen": alter(formatting, {
    clean_terminal: ({ text }, right) =>
      /\x1b\[2?J/u.test(text) ? format.cleanTerminal(text.replace(/^.*\x1b\[2?J/su, "")) : right,
  }),
  "gives every character one column": alter(formatting, {
    clean_terminal: ({ text }, right) =>
      text.includes("\x1b[")
        ? format.cleanTerminal(text.replace(/[\u4e00-\u9fff]/gu, "\u00e9")).replaceAll("\u00e9", "\u4e2d")
        : right,
  }),
  "follows the cursor to any row": alter(formatting, {
    clean_terminal: ({ text }, right) =>
      /[0-9]{4,}[;0-9]*H/u.test(text) ? String(right).replace("\n", "\n".repeat(10_000)) : right,
  }),
  "clears a line that ends in CR": alter(formatting, {
    clean_terminal: ({ text }, right) =>
      text.includes("\x1b") || text.includes("\b") ? right : text.replace(/[^\n]*\r/gu, ""),
  }),
};

const rewrite = (right: unknown, change: (text: string) => string): unknown => {
  const { text, capped } = right as { text: string; capped: boolean };
  return { text: change(text), capped };
};
