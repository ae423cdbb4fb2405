import { checkObject, checkText } from "@lembas/arguments";
import { formatUsage, toLabel } from "@lembas/format";
import { countEntries, readEntries } from "../operations/entries.js";
import { checkLimit } from "../target.js";
import { fenceEntries } from "./fence.js";

/** What {@link renderMemory} is given. */
export interface RenderMemoryInput {
  /** How the target is called, on one line. */
  readonly label: string;
  /** The target's entries, in order. */
  readonly entries: readonly string[];
  /** How many characters the entries may have when joined. */
  readonly limit: number;
}

/**
 * A target's block for the system prompt: a line with label and usage, then the entries verbatim, so that any
 * part of a shown line is a valid `old_text`, in a fence of tildes that no entry can close. Specification 3.9.
 *
 * @throws {RangeError} the limit is not a whole number above 0
 * @throws {TypeError} the label is not a string, or `entries` not a list of strings
 * @example
 * renderMemory({ label: "Memory", entries: ["Uses Debian."], limit: 2200 });
 * // [Memory · 0% — 12/2,200 chars]
 * // ~~~
 * // Uses Debian.
 * // ~~~
 */
export const renderMemory = (input: RenderMemoryInput): string => {
  checkObject(input, "renderMemory's input", "{ label, entries, limit }");
  const { label, entries, limit } = input;
  checkText(label, "label");
  checkLimit(limit, "limit");
  const own = readEntries(entries);
  return `[${toLabel(label)} · ${formatUsage(countEntries(own), limit)}]\n${fenceEntries(own)}`;
};
