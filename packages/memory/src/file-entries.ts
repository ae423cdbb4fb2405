import { createHash } from "node:crypto";
import { wellFormed } from "@lembas/format";
import { ENTRY_SEPARATOR } from "./entries.js";

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

/**
 * The text of a file with these entries.
 *
 * @throws {TypeError} an entry would be another one, or several, when it is read again: it is blank, not trimmed, or
 * has a carriage return or a line that holds only `§`
 */
export const formatEntries = (entries: readonly string[]): string => {
  for (const entry of entries) {
    const [same, ...others] = parseEntries(wellFormed(entry));
    if (same !== wellFormed(entry) || others.length > 0) {
      throw new TypeError(
        `an entry is trimmed text without a line "§" or a "\\r"; given: ${JSON.stringify(entry)}`,
      );
    }
  }
  return entries.length === 0 ? "" : `${entries.map(wellFormed).join(ENTRY_SEPARATOR)}\n`;
};

/** The revision of these entries: equal ones have the same, and no others. */
export const revisionOf = (entries: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 32);
