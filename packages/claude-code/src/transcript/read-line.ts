import { isJsonObject, type JsonObject } from "@lembas/arguments";
import type { PieceReader, Place } from "./piece-reader.js";

/** What stands in a row behind its message, and holds a result once more. */
const COPY = ',"toolUseResult":';

const parse = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Reads a line; `undefined` where it is not an object of JSON, as one that is still being written. */
export const readLine = (transcript: PieceReader, place: Place): JsonObject | undefined =>
  parse(transcript.bytes(place).toString("utf8"));

/** Reads the message of a row, if it can be without what the row holds twice. */
export const readRow = (transcript: PieceReader, place: Place): JsonObject | undefined => {
  const row = transcript.bytes(place);
  // In a text of the message its quotes would be escaped. Where it is a name further in, what is cut is not JSON.
  const copy = row.indexOf(COPY);
  const message = copy === -1 ? undefined : parse(`${row.toString("utf8", 0, copy)}}`);
  return message ?? parse(row.toString("utf8"));
};
