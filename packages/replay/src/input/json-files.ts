import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../formats/json.js";

/**
 * The JSON values in the files of a folder, `undefined` of one that holds none; no value where the folder may not be
 * listed.
 *
 * @param choose those of its files' names that are read, in their order
 * @throws the file system's Error where one of them cannot be read
 */
export const readJsonFiles = async (
  folder: string,
  choose: (names: readonly string[]) => readonly string[],
): Promise<unknown[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const values: unknown[] = [];
  for (const name of choose(names)) values.push(parseJson(await readFile(join(folder, name), "utf8")));
  return values;
};
