import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { fileLines, type TextLines } from "@lembas/context/known-lines";

/** The lines of a file that a Read was answered with. */
export interface FileWindow {
  readonly response: JsonObject;
  readonly file: JsonObject;
  readonly lines: TextLines;
  /** The number of the first of them. */
  readonly first: number;
}

/** Reads the answer of Read; `undefined` for pictures and documents, and where it is not as it is known to be. */
export const readWindow = (response: unknown): FileWindow | undefined => {
  if (!isJsonObject(response) || response["type"] !== "text" || !isJsonObject(response["file"]))
    return undefined;
  const { file } = response;
  const { content, numLines, startLine } = file;
  if (typeof content !== "string" || content === "" || !content.isWellFormed()) return undefined;
  if (typeof startLine !== "number" || !Number.isSafeInteger(startLine) || startLine < 0) return undefined;
  if (content.split("\n").length !== numLines) return undefined;
  const first = Math.max(startLine, 1);
  // The program counts a line behind the last newline. So does this, with one more.
  return { response, file, lines: fileLines(`${content}\n`, first), first };
};

/** The answer with some of its lines alone: from which index to which. */
export const cutWindow = (
  { response, file, lines, first }: FileWindow,
  from: number,
  to: number,
): JsonObject => {
  const content = lines.text.slice(lines.lineStart(from), lines.lineEnd(to - 1));
  return { ...response, file: { ...file, content, numLines: to - from, startLine: first + from } };
};
