import { isJsonObject, type JsonObject } from "./json-object.js";

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The JSON objects of a text, one a line; what is none, a line that a crash left unfinished too, is passed over. */
export const parseJsonLines = (text: string): JsonObject[] =>
  text.split("\n").map(parseLine).filter(isJsonObject);
