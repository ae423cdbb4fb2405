import { readFile } from "node:fs/promises";
import { formats } from "../formats/all-formats.js";
import { parseJson } from "../formats/json.js";
import { readToolMap, type ToolMap } from "../formats/tool-rules.js";
import { CannotRun, inWords } from "./cannot-run.js";

/**
 * Reads the file of `--map`.
 *
 * @throws {CannotRun} it is not there, no JSON, or no map
 */
export const readMapFile = async (path: string): Promise<ToolMap> => {
  try {
    const value = parseJson(await readFile(path, "utf8"));
    if (value === undefined) throw new CannotRun(`${path} is no JSON.`);
    const names = formats.map(({ name }) => name);
    return readToolMap(value, names);
  } catch (error) {
    throw new CannotRun(inWords(error, path));
  }
};
