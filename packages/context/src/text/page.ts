import { countCharacters, countFitting, firstCharacters, fittingIndex, type Measure } from "@lembas/format";
import { numberLines, numberWidth } from "./line-numbers.js";

/** What of a text is asked for, and how much of it may be shown. */
export interface PageRequest {
  /** The first line asked for, from 1. */
  readonly offset: number;
  /** The most lines shown. */
  readonly limit: number;
  /** The first character shown of the first line, from 1. */
  readonly column: number;
  /** The most characters shown: lines, their `n: ` where they are numbered, and the newlines between. */
  readonly pageChars: number;
  readonly numbered: boolean;
  /** What counts against `pageChars`: without it the characters. Specification 1.14. */
  readonly measure?: Measure | undefined;
}

/** The lines of a text that a request shows. Indexes are UTF-16 units into the text. */
export interface Page {
  readonly kind: "lines";
  /** How many lines the whole text has. */
  readonly lines: number;
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
  /** Where the first line begins, if not at its first character. */
  readonly column?: number;
  /** Where the first line goes on, if it was cut: it then stands alone. */
  readonly next?: number;
}

/** Why a request shows nothing. */
export type PageMiss =
  | { readonly kind: "empty"; readonly lines: 0 }
  | { readonly kind: "past"; readonly lines: number; readonly offset: number }
  | {
      readonly kind: "past-column";
      readonly lines: number;
      readonly first: number;
      readonly column: number;
      /** How many characters the line has. */
      readonly length: number;
    };

/** Counts all lines of a text, and notes where the asked ones begin and end, in one scan. */
const findLines = (
  text: string,
  offset: number,
  limit: number,
): { lines: number; start: number; end: number } => {
  const bodyEnd = text.endsWith("\n") ? text.length - 1 : text.length;
  const lastAsked = offset + limit - 1;
  let start = offset === 1 ? 0 : -1;
  let end = bodyEnd;
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < bodyEnd; at = text.indexOf("\n", at + 1)) {
    if (lines === lastAsked) end = at;
    lines++;
    if (lines === offset) start = at + 1;
  }
  return { lines, start, end };
};

/** How many whole lines of a page fit by a host's measure, or where its first line is cut, as an index. */
const measurePage = (
  body: string,
  first: number,
  { pageChars: budget, numbered }: PageRequest,
  measure: Measure,
): { lines: number } | { lines: 0; cut: number } => {
  const shown = numbered ? numberLines(body, first) : body;
  const bounds: number[] = [];
  for (let at = shown.indexOf("\n"); at !== -1; at = shown.indexOf("\n", at + 1)) bounds.push(at);
  bounds.push(shown.length);
  const lines = countFitting(shown, bounds, { budget, measure });
  if (lines > 0) return { lines };
  const line = shown.slice(0, bounds[0]);
  const prefix = numbered ? numberWidth(first) : 0;
  const one = prefix + firstCharacters(line.slice(prefix), 1).length;
  // One character of it is shown whatever it measures, so that reading on comes to an end.
  if (one === line.length) return { lines: 1 };
  return { lines: 0, cut: Math.max(one, fittingIndex(line, { budget, measure })) - prefix };
};

/**
 * The page of a well-formed text that a request shows: whole lines as far as the bound allows, or a first line cut at
 * it. Specification 2.5.
 */
export const findPage = (text: string, request: PageRequest): Page | PageMiss => {
  const { offset, limit, column, pageChars, numbered } = request;
  if (text === "") return { kind: "empty", lines: 0 };
  const { lines, start: lineStart, end } = findLines(text, offset, limit);
  if (lineStart === -1) return { kind: "past", lines, offset };
  const lineEnd = (from: number): number => {
    const newline = text.indexOf("\n", from);
    return newline === -1 || newline > end ? end : newline;
  };

  let start = lineStart;
  if (column > 1) {
    const line = text.slice(lineStart, lineEnd(lineStart));
    const before = firstCharacters(line, column - 1);
    if (before.length === line.length) {
      return { kind: "past-column", lines, first: offset, column, length: countCharacters(line) };
    }
    start += before.length;
  }
  const from = { lines, first: offset, start, ...(column > 1 && { column }) };

  const last = Math.min(lines, offset + limit - 1);
  if (request.measure !== undefined) {
    const body = text.slice(start, end);
    const fitting = measurePage(body, offset, request, request.measure);
    if ("cut" in fitting) {
      const cut = start + fitting.cut;
      const next = column + countCharacters(text.slice(start, cut));
      return { kind: "lines", ...from, last: offset, end: cut, next };
    }
    const shownLines = body.split("\n", fitting.lines).join("\n");
    return { kind: "lines", ...from, last: offset + fitting.lines - 1, end: start + shownLines.length };
  }
  const widest = numbered ? numberWidth(last) * (last - offset + 1) : 0;
  if (end - start + widest <= pageChars) return { kind: "lines", ...from, last, end };

  let left = pageChars;
  let shownEnd = start;
  for (let line = offset, at = start; line <= last; line++) {
    const stop = lineEnd(at);
    const separator = line === offset ? 0 : 1;
    const prefix = numbered ? numberWidth(line) : 0;
    const room = left - separator - prefix;
    const size = countCharacters(text.slice(at, stop));
    if (size > room) {
      if (line > offset) return { kind: "lines", ...from, last: line - 1, end: shownEnd };
      return {
        kind: "lines",
        ...from,
        last: offset,
        end: at + firstCharacters(text.slice(at, stop), room).length,
        next: column + room,
      };
    }
    left = room - size;
    shownEnd = stop;
    at = stop + 1;
  }
  return { kind: "lines", ...from, last, end };
};
