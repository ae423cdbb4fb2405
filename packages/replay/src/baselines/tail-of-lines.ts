import { countLines } from "@lembas/format";
import { wholeTextPolicy } from "./everything-whole.js";
import type { Policy } from "./policy.js";

const LINES = 2_000;
const BYTES = 50 * 1024;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** How many whole lines fit, counted from the start of the list. */
const countFitting = (lines: readonly string[]): number => {
  let bytes = 0;
  const most = Math.min(lines.length, LINES);
  for (let count = 0; count < most; count += 1) {
    bytes += encoder.encode(lines[count]).length + 1;
    if (bytes - 1 > BYTES) return count;
  }
  return most;
};

const isWithin = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The last 50 KB of a text, or its first, in whole characters. */
const cutBytes = (text: string, fromEnd: boolean): string => {
  const bytes = encoder.encode(text);
  let [start, end] = fromEnd ? [bytes.length - BYTES, bytes.length] : [0, BYTES];
  while (isWithin(bytes[start])) start += 1;
  while (isWithin(bytes[end])) end -= 1;
  return decoder.decode(bytes.subarray(start, end));
};

/**
 * Each result keeps its last 2,000 lines or 50 KB, whichever is less (of a read: its first), in whole lines; a
 * single line above 50 KB keeps 50 KB.
 */
export const tailOfLines = (): Policy =>
  wholeTextPolicy("tail of 2,000 lines or 50 KB", (text, step) => {
    if (text.length * 3 <= BYTES && countLines(text) < LINES) return text;
    const lines = text.split("\n");
    const fromEnd = step.op !== "read";
    const ordered = fromEnd ? lines.toReversed() : lines;
    const count = countFitting(ordered);
    if (count === lines.length) return text;
    const kept = count > 0 ? ordered.slice(0, count) : [cutBytes(text, fromEnd)];
    const body = (fromEnd ? kept.toReversed() : kept).join("\n");
    return fromEnd
      ? `[last ${count} of ${lines.length} lines]\n${body}`
      : `${body}\n[first ${count} of ${lines.length} lines]`;
  });
