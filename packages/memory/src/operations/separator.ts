/** What ends a line in somebody's eyes or another: every line end that Unicode knows. Specification 3.3. */
const LINE_ENDS = String.raw`\n\v\f\r\x1c-\x1e\x85\u2028\u2029`;

const LINE_END = new RegExp(String.raw`\r\n|[${LINE_ENDS}]`);

/** Runs of white space and line ends. */
const GAP = new RegExp(String.raw`[\s${LINE_ENDS}]+`, "g");

/** The characters that draw nothing, as ranges of code points. Specification 3.3. */
const INVISIBLE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0e, 0x1b],
  [0x1f, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x13430, 0x1343f],
  [0x1bca0, 0x1bca3],
  [0x1d159, 0x1d159],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const escaped = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;

const INVISIBLE = new RegExp(
  `[${INVISIBLE_RANGES.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join("")}]`,
  "gu",
);

/** A text as it looks: without the characters that draw nothing. Specification 3.3. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, "");

/** The characters of a text that draw nothing, in their order. */
export const invisibleIn = (text: string): string[] => text.match(INVISIBLE) ?? [];

/** A text without its line breaks: each run of white space with a line end in it is one space. Specification 3.8. */
export const withoutLineBreaks = (text: string): string =>
  text.replace(GAP, (gap) => (LINE_END.test(gap) ? " " : gap));

const isSeparator = (line: string): boolean =>
  // Most lines have none, and are not looked at twice.
  line.includes("§") && withoutInvisible(line).trim() === "§";

/**
 * A text as it falls apart at the lines that look as if they separated entries; in one piece where none does.
 * Specification 3.3.
 */
export const splitAtSeparators = (text: string): string[] => {
  if (!text.includes("§")) return [text];
  const pieces: string[] = [];
  /** Where the piece begins, where it ends if the line is a separator (before `start`: it is empty), and where the line begins. */
  let start = 0;
  let end = 0;
  let line = 0;
  const close = (lineEnd: number, next: number): void => {
    if (isSeparator(text.slice(line, lineEnd))) {
      pieces.push(text.slice(start, end));
      start = next;
    }
    end = lineEnd;
    line = next;
  };
  for (const found of text.matchAll(new RegExp(LINE_END, "g")))
    close(found.index, found.index + found[0].length);
  close(text.length, text.length);
  pieces.push(text.slice(start));
  return pieces;
};
