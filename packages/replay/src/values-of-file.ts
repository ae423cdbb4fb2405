import { constants } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { parseJson } from "./json.js";
import { linesOfFile } from "./lines-of-file.js";
import type { RecordingValue } from "./replay-values.js";

/** `undefined` stands for what is no JSON; a JSON text cannot give it. */
const parse = (text: string): unknown => parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

/** The whole file as one document; `undefined` where it is none, or longer than a string can be. */
const parseDocument = async (path: string): Promise<unknown> => {
  const { size } = await stat(path);
  return size > constants.MAX_STRING_LENGTH ? undefined : parse(await readFile(path, "utf8"));
};

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
  let first = true;
  for await (const { text, number, bytes } of linesOfFile(path)) {
    onBytes?.(bytes);
    if (text !== undefined && text.trim() === "") continue;
    const value = text === undefined ? undefined : parse(text);
    if (first && value === undefined) {
      const document = await parseDocument(path);
      if (document !== undefined) {
        yield { value: document, where: path };
        return;
      }
    }
    first = false;
    yield { value, where: `${path}:${number}` };
  }
}
