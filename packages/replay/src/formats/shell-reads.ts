import type { PrintedLines } from "./recorded.js";

/** Lines of one file that a shell command prints: `count` from line `first` on, or all from there. */
export interface ShellRead {
  readonly path: string;
  readonly first: number;
  readonly count: number;
  /** Whether each line has its number before it. */
  readonly isNumbered: boolean;
}

/** An operator between words, or a word; `undefined` for anything that only a shell understands. */
type Token = { readonly operator: string } | { readonly word: string };

const TOKEN = /[ \t]+|(&&|;|\||\n)|((?:[\w./,:=+@%^-]|'[^']*'|"[^"$`\\]*")+)/y;

/** A longer script is none that reads lines of a file; of one word that is much longer the engine's stack overflows. */
const LONGEST_SCRIPT = 100_000;

/** Splits a script into words and the operators `&&`, `;`, `|` and newline. No expansion, no redirection is known. */
const tokensOf = (script: string): Token[] | undefined => {
  if (script.length > LONGEST_SCRIPT) return undefined;
  const tokens: Token[] = [];
  const text = script.trim().replace(/ 2>\/dev\/null(?=$|[ |;&\n])/g, "");
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) return undefined;
    const [, operator, word] = found;
    if (operator !== undefined) tokens.push({ operator });
    else if (word !== undefined)
      tokens.push({ word: word.replace(/'([^']*)'|"([^"]*)"/g, (_, one = "", two = "") => one + two) });
  }
  return tokens;
};

/** The commands of a script, each as its pipeline of words. */
const pipelinesOf = (tokens: readonly Token[]): string[][][] => {
  const pipelines: string[][][] = [[[]]];
  for (const token of tokens) {
    if ("word" in token) pipelines.at(-1)?.at(-1)?.push(token.word);
    else if (token.operator === "|") pipelines.at(-1)?.push([]);
    else pipelines.push([[]]);
  }
  return pipelines.filter((pipeline) => pipeline.length > 1 || (pipeline[0]?.length ?? 0) > 0);
};

interface Span {
  readonly first: number;
  readonly count: number;
}

const ALL: Span = { first: 1, count: Number.POSITIVE_INFINITY };

const spanOf = (first: string | undefined, last: string | undefined): Span | undefined => {
  const [from, to] = [Number(first), last === "$" ? Number.POSITIVE_INFINITY : Number(last)];
  return from >= 1 && to >= from ? { first: from, count: to - from + 1 } : undefined;
};

/** The lines that a command prints, and the words of it that name files. */
interface Selection {
  readonly span: Span;
  readonly isNumbered: boolean;
  readonly files: readonly string[];
}

const sed = (words: readonly string[]): Selection | undefined => {
  const rest = words.filter((word) => word !== "-n" && word !== "-e");
  if (rest.length !== words.length - 1 && !words.includes("-e")) return undefined;
  const [script = "", ...files] = rest;
  const range = /^(\d+)(?:,(\d+|\$))?p$/.exec(script);
  const span = words.includes("-n") && range ? spanOf(range[1], range[2] ?? range[1]) : undefined;
  return span && { span, isNumbered: false, files };
};

/** `-n 5`, `-n5`, `-5`, `--lines=5`; the words behind it. */
const countOf = (words: readonly string[]): { count: string; files: readonly string[] } | undefined => {
  const [first = "", second = "", ...rest] = words;
  if (first === "-n" || first === "--lines") return { count: second, files: rest };
  const joined = /^(?:-n|--lines=|-)(\+?\d+)$/.exec(first)?.[1];
  return joined === undefined ? undefined : { count: joined, files: words.slice(1) };
};

const head = (words: readonly string[]): Selection | undefined => {
  const { count, files } = countOf(words) ?? { count: "10", files: words };
  const span = /^\d+$/.test(count) ? spanOf("1", count) : undefined;
  return span && { span, isNumbered: false, files };
};

/** Only from a line on: where the last ones stand is not known. */
const tail = (words: readonly string[]): Selection | undefined => {
  const { count, files } = countOf(words) ?? { count: "", files: [] };
  const span = /^\+\d+$/.test(count) ? spanOf(count.slice(1), "$") : undefined;
  return span && { span, isNumbered: false, files };
};

const cat = (words: readonly string[]): Selection => {
  const files = words.filter((word) => word !== "-n");
  return { span: ALL, isNumbered: files.length < words.length, files };
};

/** Only with all lines numbered: without `-ba` blank lines have no number. */
const nl = (words: readonly string[]): Selection | undefined => {
  const rest = words.join(" ").replace(/^(-ba|-b a)( |$)/, "");
  if (rest.length === words.join(" ").length) return undefined;
  return { span: ALL, isNumbered: true, files: words.slice(words[0] === "-b" ? 2 : 1) };
};

/** Only with a pattern that every line has. */
const search = (words: readonly string[]): Selection | undefined => {
  const [flag = "", pattern, ...files] = words;
  if (flag !== "-n" && flag !== "--line-number") return undefined;
  return pattern !== undefined && ["", "^", "$", ".*"].includes(pattern)
    ? { span: ALL, isNumbered: true, files }
    : undefined;
};

const commands: ReadonlyMap<string, (words: readonly string[]) => Selection | undefined> = new Map([
  ["sed", sed],
  ["head", head],
  ["tail", tail],
  ["cat", cat],
  ["nl", nl],
  ["rg", search],
  ["grep", search],
]);
const filters = new Set(["sed", "head", "tail", "cat"]);

/** What one command of a pipeline prints of what it is given. */
const narrow = (span: Span, to: Span): Span => ({
  first: span.first + to.first - 1,
  count: Math.min(to.count, span.count - to.first + 1),
});

/** The folder that a silent command leads to; `undefined` for a command that may print something. */
const folderAfter = (pipeline: readonly (readonly string[])[], folder: string): string | undefined => {
  const [words = []] = pipeline;
  if (pipeline.length > 1) return undefined;
  const [name, target] = words;
  if (name === "cd" && words.length === 2 && target !== undefined && !target.startsWith("-"))
    return joinPath(folder, target);
  return name === "set" || name === "export" || name === "true" || name === ":" ? folder : undefined;
};

const joinPath = (folder: string, path: string): string =>
  folder === "" || path.startsWith("/") ? path : `${folder.replace(/\/$/, "")}/${path}`;

/**
 * The read that a shell script is: one command, or the last of several of which the others print nothing, that prints
 * lines of one file whose numbers are certain. `undefined` for any other script.
 *
 * @example
 * shellRead("cd src && sed -n '5,9p' a.ts"); // { path: "src/a.ts", first: 5, count: 5, isNumbered: false }
 */
export const shellRead = (script: string): ShellRead | undefined => {
  const tokens = tokensOf(script);
  const pipelines = tokens && pipelinesOf(tokens);
  const pipeline = pipelines?.pop();
  if (!pipelines || !pipeline) return undefined;
  let folder: string | undefined = "";
  for (const before of pipelines) {
    folder = folderAfter(before, folder);
    if (folder === undefined) return undefined;
  }
  const [[name = "", ...words] = [], ...others] = pipeline;
  const read = commands.get(name)?.(words);
  const [file, ...more] = read?.files ?? [];
  if (!read || file === undefined || more.length > 0 || file.startsWith("-")) return undefined;
  let { span } = read;
  for (const [filter = "", ...rest] of others) {
    const to = filters.has(filter) ? commands.get(filter)?.(rest) : undefined;
    if (!to || to.files.length > 0 || to.isNumbered) return undefined;
    span = narrow(span, to.span);
  }
  if (!(span.count >= 1)) return undefined;
  return { path: joinPath(folder, file), ...span, isNumbered: read.isNumbered };
};

/** What a program says that could not read, or a harness in the place of what it leaves out. */
const notTheFile =
  /^(?:\S*\/)?(?:sed|cat|head|tail|nl|rg|grep|bash|sh|zsh): |\[\.\.\. [^[\n]{0,100}(?:omitted|truncated)|…\d+ \w+ truncated…|^Total output lines: \d+$|\[(?:Showing lines|Truncated|\d+ (?:characters|lines) (?:truncated|elided))|<persisted-output>|<response clipped>|<system-reminder>|^Shell cwd was reset to |^Chunk ID: |^<system>|^returncode: /m;

/**
 * The lines that such a read printed, where it is certain which they are.
 *
 * @param isVerbatim whether the recording has what was printed to the letter; else a harness may have taken blank lines
 *   off its ends, so only as many lines as were asked for, or numbered ones, are certain
 */
export const printedByShell = (
  { first, count, isNumbered }: ShellRead,
  output: string,
  isVerbatim: boolean,
): PrintedLines | undefined => {
  if (output === "" || notTheFile.test(output)) return undefined;
  const rows = output.split("\n");
  const hasEnd = rows.at(-1) === "";
  if (hasEnd) rows.pop();
  if (rows.length > count) return undefined;
  const lines = isNumbered ? withoutNumbers(rows, first) : rows;
  if (!lines) return undefined;
  if (lines.length === count) return { first, lines };
  if (!isVerbatim) return isNumbered ? { first, lines } : undefined;
  return { first, lines, parts: first - 1 + lines.length + (hasEnd ? 1 : 0) };
};

/** The lines of rows that are numbered from `first` on, without a gap. */
const withoutNumbers = (rows: readonly string[], first: number): string[] | undefined => {
  const lines: string[] = [];
  for (const row of rows) {
    const found = /^ *(\d+)(?:\t|:)(.*)$/s.exec(row);
    if (!found || Number(found[1]) !== first + lines.length) return undefined;
    lines.push(found[2] ?? "");
  }
  return lines;
};
