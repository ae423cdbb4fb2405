import { constants } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { parseFileJson } from "../formats/json.js";
import type { RecordingValue } from "../replay-values.js";
import { type FileLine, linesOfFile } from "./lines-of-file.js";

/** The whole file as one document; `undefined` where it is none, or longer than a string can be. */
const parseDocument = async (path: string): Promise<unknown> => {
  const { size } = await stat(path);
  return size > constants.MAX_STRING_LENGTH ? undefined : parseFileJson(await readFile(path, "utf8"));
};

/** The same of lines. */
const parseLines = (lines: readonly FileLine[]): unknown => {
  const texts = lines.map(({ text }) => text);
  const size = texts.reduce((sum, text = "") => sum + text.length + 1, 0);
  return texts.includes(undefined) || size > constants.MAX_STRING_LENGTH
    ? undefined
    : parseFileJson(texts.join("\n"));
};

const isBlank = ({ text }: FileLine): boolean => text?.trim() === "";

/**
 * The JSON values of a file: one a line, or the whole file as one document where its first line is no JSON.
 *
 * @param path the file
 * @param onBytes told how many bytes are read so far
 * @throws the file system's Error where the file cannot be read
 */
export async function* valuesOfFile(
  path: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<RecordingValue> {
  const toValue = ({ text, number }: FileLine): RecordingValue => ({
    value: text === undefined ? undefined : parseFileJson(text),
    where: `${path}:${number}`,
  });
  const lines = linesOfFile(path);
  let isFirst = true;
  for await (const line of lines) {
    onBytes?.(line.bytes);
    if (isBlank(line)) continue;
    const value = toValue(line);
    const rest: FileLine[] = [];
    if (isFirst && value.value === undefined) {
      const isFile = (await stat(path)).isFile();
      // A pipe can be read only once.
      if (!isFile) for await (const later of lines) rest.push(later);
      const document = isFile ? await parseDocument(path) : parseLines([line, ...rest]);
      if (document !== undefined) {
        yield { value: document, where: path };
        return;
      }
    }
    isFirst = false;
    yield value;
    for (const later of rest) if (!isBlank(later)) yield toValue(later);
  }
}
