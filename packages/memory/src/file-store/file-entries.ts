import { createHash } from "node:crypto";
import { describe } from "@lembas/arguments";
import { ENTRY_SEPARATOR } from "../operations/entries.js";
import { splitAtSeparators } from "../operations/separator.js";

/**
 * The entries in a file's text, whoever wrote it: a byte order mark goes, CRLF and a lone `\r` are `\n`, lines that
 * look as if they held only `§` separate entries, which are trimmed, and blank ones are none.
 */
export const parseEntries = (text: string): string[] =>
  splitAtSeparators(text.replace(/\r\n?/g, "\n"))
    .map((piece) => piece.trim())
    .filter((entry) => entry !== "");

/** Whether an entry is read as it was written: trimmed, not blank, no `\r`, no line that looks like a separator. */
const isKept = (entry: string): boolean =>
  entry !== "" && entry === entry.trim() && !entry.includes("\r") && splitAtSeparators(entry).length === 1;

/**
 * The text of a file with these entries.
 *
 * @throws {TypeError} an entry would be another one, or several, when it is read again
 */
export const formatEntries = (entries: readonly string[]): string => {
  const odd = entries.find((entry) => !isKept(entry));
  if (odd !== undefined) {
    throw new TypeError(`an entry must be trimmed text without a line "§" or a "\\r"; got ${describe(odd)}`);
  }
  return entries.length === 0 ? "" : `${entries.join(ENTRY_SEPARATOR)}\n`;
};

/** The revision of these entries: equal ones have the same, and no others. */
export const revisionOf = (entries: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 32);
