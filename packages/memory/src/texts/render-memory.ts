import { checkFunction, checkNames, checkObject, checkText, checkWhole } from "@lembas/arguments";
import { formatUsage, toLabel } from "@lembas/format";
import { countEntries, readEntries } from "../operations/entries.js";
import { checkLimit } from "../target.js";
import { fenceEntries } from "./fence.js";
import { SHOWN_CHARACTERS } from "./render-result.js";
import { showEntry, type Withhold } from "./withhold.js";

/** What {@link renderMemory} is given. */
export interface RenderMemoryInput {
  /** How the target is called, on one line. */
  readonly label: string;
  /** The target's entries, in order; null where they cannot be read. */
  readonly entries: readonly string[] | null;
  /** How many characters the entries may have when joined. */
  readonly limit: number;
  /** The most characters of entries that are shown; unless given, twice the limit, and 4,000 where that is more. */
  readonly maxChars?: number | undefined;
  /** Why an entry is not shown, if it is not. */
  readonly withhold?: Withhold | undefined;
}

const NAMES = ["label", "entries", "limit", "maxChars", "withhold"] satisfies (keyof RenderMemoryInput)[];

/**
 * A target's block for the system prompt: a line with label and usage, then the entries verbatim, so that any
 * part of a shown line is a valid `old_text`, in a fence of tildes that no entry can close. As many whole entries from
 * the first as fit, and then how many do not. Specification 3.9.
 *
 * @throws {RangeError} the limit is not a whole number above 0, or `maxChars` none of at least 0
 * @throws {TypeError} the label is not a string, `entries` neither null nor a list of strings, `withhold` not a
 *   function, or what is given has another name
 * @example
 * renderMemory({ label: "Memory", entries: ["Uses Debian."], limit: 2200 });
 * // [Memory · 0% — 12/2,200 chars]
 * // ~~~
 * // Uses Debian.
 * // ~~~
 */
export const renderMemory = (input: RenderMemoryInput): string => {
  checkObject(input, "renderMemory's input", "{ label, entries, limit }");
  checkNames(input, NAMES, "option");
  const { label, entries, limit, withhold } = input;
  checkText(label, "label");
  checkLimit(limit, "limit");
  const { maxChars = Math.max(2 * limit, SHOWN_CHARACTERS) } = input;
  checkWhole(maxChars, "maxChars");
  if (withhold !== undefined) checkFunction(withhold, "withhold");
  if (entries === null) return `[${toLabel(label)} · cannot be read]`;
  const own = readEntries(entries);
  const shown = own.map((entry) => showEntry(entry, withhold));
  return `[${toLabel(label)} · ${formatUsage(countEntries(own), limit)}]\n${fenceEntries(shown, maxChars)}`;
};
