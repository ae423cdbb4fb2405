import { isObject, type JsonObject } from "../json-object.js";
import type { Place } from "./find-lines.js";

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
export const readLine = (transcript: Buffer, { start, end }: Place): JsonObject | undefined =>
  parse(transcript.toString("utf8", start, end));

/** Reads the message of a row, if it can be without what the row holds twice. */
export const readRow = (transcript: Buffer, { start, end }: Place): JsonObject | undefined => {
  // In a text of the message its quotes would be escaped. Where it is a name further in, what is cut is not JSON.
  const copy = transcript.subarray(start, end).indexOf(COPY);
  const message = copy === -1 ? undefined : parse(`${transcript.toString("utf8", start, start + copy)}}`);
  return message ?? readLine(transcript, { start, end });
};
