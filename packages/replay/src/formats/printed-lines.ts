import type { PrintedLines } from "./recorded.js";
import { readWindow } from "./window.js";

/** What a read asked for, as far as its arguments say. */
export interface AskedLines {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** How a tool prints the lines of a file. */
export type PrintStyle = "raw" | "numbered" | "dotted" | "windowed" | "headed" | "auto";

/** What `cat -n` (`     1<TAB>`), arrows, bars and colons put between a line's number and the line. */
const numbered = /^ *(\d+)(\t|→| ?\| ?|: |:(?! )|$)/;

/** A note after the lines that says how many parts of the file follow, or how many it has in all. */
const moreNotes: readonly { readonly note: RegExp; readonly total: boolean }[] = [
  { note: /\n\n\.\.\. \((\d+) more lines? not shown\. [^\n]*\)$/, total: false },
  { note: /\n\n\[(\d+) more lines? in file\. [^\n]*\]$/, total: false },
  { note: /\n\n\[Showing lines \d+-\d+ of (\d+)[^\n]*\]$/, total: true },
];

/** A note after the lines that says nothing about how many there are, or blanks. */
const NOTE = /\s+|<system-reminder>[\s\S]*?<\/system-reminder>|Review the changes[^\n]*/y;

/** Whether a text is such notes alone: one after the other, as one pattern of all takes exponential time. */
const isNotes = (text: string): boolean => {
  NOTE.lastIndex = 0;
  while (NOTE.lastIndex < text.length) if (!NOTE.test(text)) return false;
  return true;
};

/** Whether a text stands in the place of lines: of one that is too long, or of an image. */
const isInsteadOfLines = (text: string): boolean =>
  text.startsWith("Read image file [") ||
  (/^\[Line \d+ is /.test(text) && text.includes(" limit. ") && text.endsWith("]") && !text.includes("\n"));

const readRaw = (text: string, asked: AskedLines): PrintedLines | undefined => {
  if (isInsteadOfLines(text)) return undefined;
  const first = Math.max(1, asked.offset ?? 1);
  for (const { note, total } of moreNotes) {
    const found = note.exec(text.slice(-400));
    if (!found) continue;
    const lines = text.slice(0, text.length - found[0].length).split("\n");
    const count = Number(found[1]);
    return { first, lines, parts: total ? count : first - 1 + lines.length + count };
  }
  const lines = text.split("\n");
  const whole = asked.limit === undefined || lines.length < asked.limit;
  return { first, lines, ...(whole && { parts: first - 1 + lines.length }) };
};

/** What stands between number and line: `N:` and `N: ` are told apart by the lines that follow. */
const separatorOf = (lines: readonly string[], start: number): string => {
  const found =
    lines
      .slice(start, start + 12)
      .map((line) => numbered.exec(line)?.[2])
      .find(Boolean) ?? "";
  if (found !== ": ") return found;
  for (let at = start; at < lines.length; at += 1) {
    const match = /^ *\d+:(.?)/.exec(lines[at] ?? "");
    if (!match) break;
    if (match[1] !== " " && match[1] !== "") return ":";
  }
  return found;
};

const readNumbered = (text: string, asked: AskedLines): PrintedLines | undefined => {
  const rows = text.split("\n");
  const start = rows.slice(0, 12).findIndex((row) => numbered.test(row));
  const opening = numbered.exec(rows[start] ?? "");
  const head = rows.slice(0, Math.max(0, start)).join("\n");
  if (!opening || head.includes("<persisted-output>")) return undefined;
  const first = Number(opening[1]);
  const separator = separatorOf(rows, start);
  // Numbers alone are what the file holds.
  if (separator === "") return undefined;
  const lines: string[] = [];
  let at = start;
  for (; at < rows.length; at += 1) {
    const row = rows[at] ?? "";
    const digits = /^ *(\d+)/.exec(row);
    if (!digits || Number(digits[1]) !== first + lines.length) break;
    const rest = row.slice(digits[0].length);
    if (rest.startsWith(separator)) lines.push(rest.slice(separator.length));
    else if (rest === "" || rest === separator.trimEnd()) lines.push("");
    else break;
  }
  // An editor that cuts a file before it numbers the lines: what stands there and below is not at its place.
  const clip = lines.findIndex((line) => line.includes("<response clipped>"));
  if (clip >= 0) return clip === 0 ? undefined : { first, lines: lines.slice(0, clip) };
  if (lines.length === 0) return undefined;
  const rest = rows.slice(at).join("\n");
  const askedAll = asked.limit === undefined || lines.length < asked.limit;
  if (!askedAll || head.includes("[Truncated: PARTIAL view") || !isNotes(rest)) return { first, lines };
  return { first, lines, parts: first + lines.length };
};

/** Copilot CLI: `12. text`. Whether the last of them is what stands behind a final newline it does not say. */
const readDotted = (text: string): PrintedLines | undefined => {
  const rows = text.split("\n");
  const first = Number(/^(\d+)\.(?: |$)/.exec(rows[0] ?? "")?.[1]);
  if (!Number.isSafeInteger(first)) return undefined;
  const lines: string[] = [];
  for (const row of rows) {
    const number = `${first + lines.length}.`;
    if (row !== number && !row.startsWith(`${number} `)) break;
    lines.push(row.slice(number.length + 1));
  }
  return { first, lines };
};

/** What Gemini CLI and Qwen Code put before lines that are not all of a file: the first, the last, and how many there are. */
const partHeads = [
  /^\n?IMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-(\d+) of (\d+) total lines\.\n[^\n]*\n\n--- FILE CONTENT \(truncated\) ---\n/,
  /^\[File content truncated: showing lines (\d+)-(\d+) of (\d+) total lines\. [^\n]*\]\n/,
  /^Showing lines (\d+)-(\d+) of (?:at least )?(\d+) total lines\.\n\n---\n\n/,
];

/** How such a head begins, in a form that may not be known. */
const headBegins = /^\n?(?:IMPORTANT: The file content|\[File content|Showing lines \d)/;

/** What they add below a file: instructions that stand beside it. */
const CONTEXT = {
  start: "\n\n--- Newly Discovered Project Context ---\n",
  end: "\n--- End Project Context ---",
};

/** A text without such instructions; `undefined` where it is not certain where they begin. */
const withoutContext = (text: string): string | undefined => {
  const start = text.indexOf(CONTEXT.start);
  if (start < 0 || !text.endsWith(CONTEXT.end)) return text;
  return start === text.lastIndexOf(CONTEXT.start) ? text.slice(0, start) : undefined;
};

const REMINDER = { start: "\n<system-reminder>", end: "</system-reminder>" };

/**
 * Where in the result of a read that begins which is not about the file: instructions, or reminders. Only where it is
 * certain, as no line of a numbered file begins so.
 */
export const addedBelow = (text: string, style: PrintStyle): number | undefined => {
  if (style === "headed") {
    const lines = withoutContext(text)?.length ?? text.length;
    return lines < text.length ? lines : undefined;
  }
  if (style !== "numbered" || !text.trimEnd().endsWith(REMINDER.end)) return undefined;
  const start = text.indexOf(REMINDER.start);
  return start < 0 ? undefined : start;
};

/** What stands in the place of lines: a file that was read before, a line that was cut, another text around the file. */
const notTheLines =
  /^\[File [^\n]* unchanged since last read|\.\.\. \[truncated\]$|^<system-reminder>|<\/system-reminder>\s*$/m;

/** Lines below a head that says which they are; without one the whole file, unless other lines were asked for. */
const readHeaded = (text: string, asked: AskedLines): PrintedLines | undefined => {
  const plain = withoutContext(text);
  if (plain === undefined || plain === "" || notTheLines.test(plain)) return undefined;
  for (const head of partHeads) {
    const found = head.exec(plain);
    if (!found) continue;
    const [first, last, parts] = found.slice(1).map(Number);
    const lines = plain.slice(found[0].length).split("\n");
    const isExact = first !== undefined && last !== undefined && lines.length === last - first + 1;
    if (!isExact) return undefined;
    return found[0].includes(" of at least ") ? { first, lines } : { first, lines, parts };
  }
  if ((asked.offset ?? 0) > 0 || headBegins.test(plain)) return undefined;
  const lines = plain.split("\n");
  return { first: 1, lines, parts: lines.length };
};

/** What may stand below numbered lines: nothing, or a note. */
const belowLines = /^\s*(?:$|[([<]|\.\.\.|Review the changes)/;

/**
 * With numbers or without: a file may hold lines that look numbered (`200: "OK",`). Numbers are the tool's where they
 * begin where the call asked, and only a note follows. Where rows look numbered and are not so, it is not certain.
 */
const readEither = (text: string, asked: AskedLines): PrintedLines | undefined => {
  const rows = text.split("\n");
  if (!rows.slice(0, 12).some((row) => numbered.exec(row)?.[2])) return readRaw(text, asked);
  const found = readNumbered(text, asked);
  if (!found) return undefined;
  const start = rows.findIndex((row) => numbered.exec(row)?.[1] === String(found.first));
  const asks = Math.max(1, asked.offset ?? 1);
  const isAsked = found.first === asks || (asked.offset !== undefined && found.first === asked.offset + 1);
  const below = rows.slice(start + found.lines.length).join("\n");
  return isAsked && belowLines.test(below) ? found : undefined;
};

/**
 * Takes the lines of a file out of what a read printed: numbers, headers and notes of the agent's own read format
 * go. `undefined` where the text shows no lines of a file.
 *
 * @param text the recorded result
 * @param style how the tool prints
 * @param asked the lines that were asked for
 * @example
 * printedLines("     7\tlet a\n     8\tlet b", "numbered", {}); // { first: 7, lines: ["let a", "let b"], parts: 9 }
 */
export const printedLines = (
  text: string,
  style: PrintStyle,
  asked: AskedLines,
): PrintedLines | undefined => {
  if (style === "windowed") return readWindow(text);
  if (style === "raw") return readRaw(text, asked);
  if (style === "numbered") return readNumbered(text, asked);
  if (style === "dotted") return readDotted(text);
  if (style === "headed") return readHeaded(text, asked);
  return readWindow(text) ?? readEither(text, asked);
};
