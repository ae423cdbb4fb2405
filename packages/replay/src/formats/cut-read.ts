import type { RecordedRead } from "./recorded.js";

/** A read that shows a line only in part: no lines of the file are known by it. */
export const cutRead = (read: RecordedRead): RecordedRead => ({
  ...read,
  printed: undefined,
  unplaced: "a line of it was cut",
});
