import { readFile } from "node:fs/promises";
import { parseFileJson } from "../formats/json.js";
import { CannotRun, inWords } from "./cannot-run.js";

/**
 * Reads a file of JSON that an option names.
 *
 * @param read takes its value; what it throws says what is wrong with it
 * @throws {CannotRun} it is not there, is not JSON, or is not what `read` takes
 */
export const readJsonFile = async <Value>(path: string, read: (value: unknown) => Value): Promise<Value> => {
  try {
    const value = parseFileJson(await readFile(path, "utf8"));
    if (value === undefined) throw new CannotRun(`${path} is not JSON.`);
    return read(value);
  } catch (error) {
    throw new CannotRun(inWords(error, path));
  }
};
