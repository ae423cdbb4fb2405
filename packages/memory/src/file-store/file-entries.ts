import { createHash } from "node:crypto";
import { describe } from "@lembas/arguments";
import { ENTRY_SEPARATOR } from "../operations/entries.js";

/**
 * The entries in a file's text, whoever wrote it: a byte order mark goes, CRLF and a lone `\r` are `\n`, lines that
 * hold only `§` separate entries, which are trimmed, and blank ones are none.
 */
export const parseEntries = (text: string): string[] => {
  const entries: string[] = [];
  let lines: string[] = [];
  const close = (): void => {
    const entry = lines.join("\n").trim();
    if (entry !== "") entries.push(entry);
    lines = [];
  };
  for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
    if (line.trim() === "§") close();
    else lines.push(line);
  }
  close();
  return entries;
};

/** Whether an entry is read as it was written: trimmed, not blank, no `\r`, no line that holds only `§`. */
const isKept = (entry: string): boolean =>
  entry !== "" && entry === entry.trim() && !/\r|(?:^|\n)[^\S\n]*§[^\S\n]*(?:\n|$)/.test(entry);

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
