import { visible } from "./visible.js";

/** Lines shown before and after the first difference. */
const LINES_BEFORE = 3;
const LINES_AFTER = 5;
/** A line of more characters is cut, to so many before and after the first difference. */
const LONG = 200;
const BEFORE = 60;
const AFTER = 100;

const nameOf = (character: string | undefined): string => {
  if (character === undefined) return "the end";
  if (character === "\n") return "a newline";
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `"${visible(character)}" (U+${hex})`;
};

interface Place {
  /** Index of the line, from 0. */
  readonly line: number;
  /** Characters of that line before the difference. */
  readonly column: number;
}

const placeOf = (characters: readonly string[], index: number): Place => {
  const before = characters.slice(0, index);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.filter((character) => character === "\n").length, column: index - start };
};

/** A line around the difference, and how many columns of it stand before the difference. */
const cutLine = (line: string, column: number): { text: string; mark: number } => {
  const characters = [...line];
  const isLong = characters.length > LONG;
  const from = isLong ? Math.max(0, column - BEFORE) : 0;
  const to = isLong ? Math.min(characters.length, column + AFTER) : characters.length;
  const head = (from > 0 ? "…" : "") + visible(characters.slice(from, column).join(""));
  const tail = visible(characters.slice(column, to).join("")) + (to < characters.length ? "…" : "");
  return { text: head + tail, mark: [...head].length };
};

const shown = (text: string, place: Place): string[] => {
  const lines = text.split("\n");
  const from = Math.max(0, place.line - LINES_BEFORE);
  const to = Math.min(lines.length, place.line + LINES_AFTER + 1);
  const out: string[] = [];
  if (from > 0) out.push(`  (${from} equal lines)`);
  for (const [offset, line] of lines.slice(from, to).entries()) {
    const index = from + offset;
    const { text: part, mark } = cutLine(line, index === place.line ? place.column : 0);
    out.push(`| ${part}${index < lines.length - 1 ? "\\n" : ""}`);
    if (index === place.line) out.push(`  ${" ".repeat(mark)}^`);
  }
  if (to < lines.length) out.push(`  (${lines.length - to} more lines)`);
  return out;
};

/**
 * Two texts that differ, each around the first difference with a mark under it, what one cannot see as escapes;
 * and in words where it is and which two characters stand there.
 *
 * @returns lines
 * @example
 * compareTexts("1 step", "1 steps").join("\n");
 */
export const compareTexts = (expected: string, actual: string): string[] => {
  const left = [...expected];
  const right = [...actual];
  let index = 0;
  while (index < left.length && left[index] === right[index]) index += 1;
  const place = placeOf(left, index);
  return [
    "expected",
    ...shown(expected, place),
    "actual",
    ...shown(actual, place),
    `line ${place.line + 1}, character ${place.column + 1}: expected ${nameOf(left[index])}, actual ${nameOf(right[index])}`,
  ];
};
