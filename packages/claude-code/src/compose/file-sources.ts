import { isJsonObject } from "@lembas/arguments";
import { fileLines, KnownLines, numberedLines, type TextLines } from "@lembas/context/known-lines";
import type { SentResult } from "../transcript/sent-request.js";
import { type FileCall, nameCalls, readFileCall } from "./read-names.js";
import { resultText } from "./result-text.js";

/** A file's lines that stand above. */
interface FileSource {
  readonly call: FileCall;
  readonly text: string;
  /** What ends the number of a line; nothing where lines have none. */
  readonly separator: string | undefined;
}

/** How Read numbers lines: older versions of the program with an arrow. */
const NUMBER = /^ *[0-9]+([\t→])/u;

/** A result that may show lines by their numbers in a file: that of a Read, or of a Write, which has them in its call. */
class Candidate {
  readonly call: FileCall;
  readonly #result: SentResult;
  #source: FileSource | undefined;
  #isRead = false;

  constructor(call: FileCall, result: SentResult) {
    this.call = call;
    this.#result = result;
  }

  /** What it shows; nothing where it has no lines with numbers. It is read at the first time. */
  get source(): FileSource | undefined {
    if (!this.#isRead) this.#source = this.#read();
    this.#isRead = true;
    return this.#source;
  }

  #read(): FileSource | undefined {
    const { call, content } = this.#result;
    if (call.tool === "Write") {
      const text = isJsonObject(call.input) ? call.input["content"] : undefined;
      return typeof text === "string" ? { call: this.call, text, separator: undefined } : undefined;
    }
    const text = resultText(content) ?? "";
    const separator = NUMBER.exec(text)?.[1];
    return separator === undefined ? undefined : { call: this.call, text, separator };
  }
}

/** Which calls asked for the same of the same file: no name has a newline. */
const keyOf = ({ path, asked }: FileCall): string => `${path}\n${asked}`;

const findCandidates = (results: readonly SentResult[]): readonly Candidate[] =>
  results.flatMap((result) => {
    const isFile = !result.isError && (result.call.tool === "Read" || result.call.tool === "Write");
    const named = isFile ? readFileCall(result.call) : undefined;
    return named === undefined ? [] : [new Candidate(named, result)];
  });

/** How many lines one after the other are a block: the least that can be named. Specification 2.20. */
const BLOCK = 8;

/**
 * Whether so many lines that follow one another are among these: far quicker than to look for runs. Only one line of
 * each eight has to be looked up.
 */
const mayShare = ({ text, separator = "" }: FileSource, lines: ReadonlySet<string>): boolean => {
  const isAmong = (start: number, end: number): boolean => {
    const row = text.slice(start, end);
    return lines.has(row.slice(row.indexOf(separator) + separator.length));
  };
  /** Where each line begins, and behind the last one where one would. */
  const starts = [0];
  for (let start = 0; start < text.length; starts.push(start)) {
    const newline = text.indexOf("\n", start);
    start = newline === -1 ? text.length + 1 : newline + 1;
  }
  const isShared = (index: number): boolean => {
    const [start, next] = [starts[index], starts[index + 1]];
    return start !== undefined && next !== undefined && isAmong(start, next - 1);
  };
  for (let index = BLOCK - 1; index < starts.length; index += BLOCK) {
    if (!isShared(index)) continue;
    let from = index;
    while (isShared(from - 1)) from--;
    let to = index + 1;
    while (to - from < BLOCK && isShared(to)) to++;
    if (to - from >= BLOCK) return true;
  }
  return false;
};

const linesOf = ({ text, separator }: FileSource): TextLines | undefined => {
  if (!text.isWellFormed()) return undefined;
  return separator === undefined ? fileLines(text) : numberedLines(text, separator);
};

/** The blocks of lines that come, each by its first line, that no result looked at shows under the same numbers. */
class OpenBlocks {
  readonly #lines: TextLines;
  readonly #first: number;
  readonly #open: Set<number>;

  constructor(lines: TextLines) {
    this.#lines = lines;
    this.#first = lines.numberOf(0) ?? 1;
    this.#open = new Set(Array.from({ length: Math.max(lines.count - BLOCK + 1, 0) }, (_, index) => index));
  }

  /** The lines that stand in them. */
  get lines(): ReadonlySet<string> {
    const indexes = [...this.#open].flatMap((at) => Array.from({ length: BLOCK }, (_, index) => at + index));
    return new Set([...new Set(indexes)].map((index) => this.#lines.line(index)));
  }

  /** Takes out what a result shows under the same numbers: of the results that do, the newest is named. */
  close(shown: TextLines): void {
    for (const { at, count, number } of shown.stretches) {
      let equal = 0;
      for (let index = 0; index < count; index++) {
        const own = number + index - this.#first;
        const isSame =
          own >= 0 && own < this.#lines.count && shown.line(at + index) === this.#lines.line(own);
        equal = isSame ? equal + 1 : 0;
        if (equal >= BLOCK) this.#open.delete(own - BLOCK + 1);
      }
    }
  }
}

/**
 * What results show of files, for lines that come: of each result the lines under the name by which a text can point to
 * it. It goes from the newest result back, and left out are those that cannot be named: where each block that one has is
 * in a newer one under the numbers that it has now (specification 2.20).
 *
 * @param path the file that the lines are of
 */
export const knownFileLines = (
  results: readonly SentResult[],
  lines: TextLines,
  path: string,
): KnownLines => {
  const candidates = findCandidates(results);
  const byAsked = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = keyOf(candidate.call);
    const alike = byAsked.get(key);
    if (alike === undefined) byAsked.set(key, [candidate]);
    else alike.push(candidate);
  }
  const names = new Map<FileSource, string>();
  /** The name of one: those that asked for the same are looked at, and those of them that show nothing do not count. */
  const nameOf = (source: FileSource): string => {
    if (!names.has(source)) {
      const alike = byAsked.get(keyOf(source.call))?.flatMap((other) => other.source ?? []) ?? [];
      const calls = alike.map(({ call }) => call);
      for (const [index, name] of nameCalls(calls, path).entries()) names.set(alike[index] ?? source, name);
    }
    return names.get(source) ?? "";
  };
  const open = new OpenBlocks(lines);
  let wanted = open.lines;
  const found: { readonly name: string; readonly lines: TextLines; readonly file: string }[] = [];
  for (const candidate of candidates.toReversed()) {
    if (wanted.size === 0) break;
    const { source } = candidate;
    const shown = source && mayShare(source, wanted) ? linesOf(source) : undefined;
    if (source === undefined || shown === undefined) continue;
    found.push({ name: nameOf(source), lines: shown, file: source.call.path });
    if (source.call.path !== path) continue;
    open.close(shown);
    wanted = open.lines;
  }
  const known = new KnownLines();
  for (const { name, lines: shown, file } of found.reverse()) known.print(name, shown, { file });
  return known;
};
