import { fileLines, KnownLines, numberedLines, type TextLines } from "@lembas/context/known-lines";
import { isObject } from "../json-object.js";
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

/** The lines that a result shows by their numbers in a file: those of a Read, or those that a Write has in its call. */
const readSource = ({ call, content, isError }: SentResult): FileSource | undefined => {
  const named = isError ? undefined : readFileCall(call);
  if (named === undefined) return undefined;
  if (call.tool === "Write") {
    const text = isObject(call.input) ? call.input["content"] : undefined;
    return typeof text === "string" ? { call: named, text, separator: undefined } : undefined;
  }
  if (call.tool !== "Read") return undefined;
  const text = resultText(content) ?? "";
  const separator = NUMBER.exec(text)?.[1];
  return separator === undefined ? undefined : { call: named, text, separator };
};

/** The least that is a run. Specification 2.20. */
const LEAST_RUN = 8;

/** Whether so many lines that follow one another are among these: far quicker than to look for runs. */
const mayShare = ({ text, separator }: FileSource, lines: ReadonlySet<string>): boolean => {
  let count = 0;
  for (const row of text.split("\n")) {
    const line = separator === undefined ? row : row.slice(row.indexOf(separator) + 1);
    count = lines.has(line) ? count + 1 : 0;
    if (count === LEAST_RUN) return true;
  }
  return false;
};

const linesOf = ({ text, separator }: FileSource): TextLines | undefined => {
  if (!text.isWellFormed()) return undefined;
  return separator === undefined ? fileLines(text) : numberedLines(text, separator);
};

/**
 * What results show of files, for lines that come: of each result the lines under the name by which a text can point to
 * it.
 *
 * @param path the file that the lines are of
 */
export const knownFileLines = (
  results: readonly SentResult[],
  lines: TextLines,
  path: string,
): KnownLines => {
  const sources = results.map(readSource).filter((source) => source !== undefined);
  const names = nameCalls(
    sources.map(({ call }) => call),
    path,
  );
  const wanted = new Set(Array.from({ length: lines.count }, (_, index) => lines.line(index)));
  const known = new KnownLines();
  for (const [index, source] of sources.entries()) {
    const own = mayShare(source, wanted) ? linesOf(source) : undefined;
    if (own) known.print(names[index] ?? "", own, { file: source.call.path });
  }
  return known;
};
