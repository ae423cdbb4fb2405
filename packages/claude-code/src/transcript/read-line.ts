import { isObject, type JsonObject } from "../json-object.js";
import { type ByteSource, type Place, readPlace } from "./byte-source.js";

/** What stands in a row behind its message, and holds a result once more. */
const COPY = ',"toolUseResult":';

const parse = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Reads a line; `undefined` where it is not an object of JSON, as one that is still being written. */
export const readLine = (source: ByteSource, place: Place): JsonObject | undefined =>
  parse(readPlace(source, place));

/** Reads the message of a row, if it can be without what the row holds twice. */
export const readRow = (source: ByteSource, place: Place): JsonObject | undefined => {
  const text = readPlace(source, place);
  // In a text of the message its quotes would be escaped. Where it is a name further in, what is cut is not JSON.
  const copy = text.indexOf(COPY);
  return (copy === -1 ? undefined : parse(`${text.slice(0, copy)}}`)) ?? parse(text);
};
