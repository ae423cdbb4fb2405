import { readFile } from "node:fs/promises";
import { parseJson } from "../formats/json.js";
import { type Prices, readPrices } from "../report/prices.js";
import { CannotRun, inWords } from "./cannot-run.js";

/**
 * Reads the file of `--price`.
 *
 * @throws {CannotRun} it is not there, no JSON, or no prices
 */
export const readPriceFile = async (path: string): Promise<Prices> => {
  try {
    const value = parseJson(await readFile(path, "utf8"));
    if (value === undefined) throw new CannotRun(`${path} is not JSON.`);
    return readPrices(value);
  } catch (error) {
    throw new CannotRun(inWords(error, path));
  }
};
