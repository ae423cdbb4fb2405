import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { readBytes } from "@lembas/files";

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/**
 * The JSON objects in a file, one a line; none where there is no file. What is not an object is passed over: a line that a
 * crash left unfinished, in the middle of a character even.
 */
export const readJsonLines = async (path: string): Promise<JsonObject[]> => {
  const text = (await readBytes(path))?.toString("utf8") ?? "";
  return text.split("\n").map(parseLine).filter(isJsonObject);
};
