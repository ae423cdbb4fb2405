import { createHash } from "node:crypto";

/** The work that a ledger cannot do without: the hash of a text's UTF-8 bytes. */
export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** One scan of a text for its newlines: how many there are. */
export const scanLines = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};

/** Whether a text holds a control character other than tab and newline: one test by a regular expression. */
export const hasControls = (text: string): boolean => /[\0-\x08\x0b-\x1f\x7f]/u.test(text);
