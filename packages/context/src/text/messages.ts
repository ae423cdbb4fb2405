/** A count with its noun, in plain digits: a model passes these numbers back. Specification 2.2. */
const countWords = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Why a request from past the end shows nothing. Specification 2.4. */
export const pastEnd = (offset: number, lines: number): string =>
  `Offset ${offset} is past the end: ${countWords(lines, "line")}.`;

/** Why a request from past the end of its line shows nothing. Specification 2.5. */
export const pastColumn = (column: number, line: number, length: number): string =>
  `Column ${column} is past the end of line ${line}: ${countWords(length, "character")}.`;

/** What stands behind the start of a line that was cut. Specification 1.12. */
export const CUT_MARK = " […cut]";

/** What stands before the end of a line that was cut. Specification 1.12. */
export const CUT_START_MARK = "[cut…] ";

/** What stands for a text without anything in it. */
export const NO_OUTPUT = "(no output)";

/** What stands for so many characters of data that is no text. Specification 2.29. */
export const binaryData = (characters: number): string =>
  `[binary data, ${countWords(characters, "character")}]`;

/** What a read of an empty file shows. */
export const EMPTY_FILE = "(empty file)";

/** What is inserted for a change that has no diff. Specification 2.8. */
export const changeMessage = ({
  result,
  lines,
}: {
  readonly result: string;
  readonly lines: number;
}): string => {
  if (result === "deleted") return "Deleted.";
  if (result === "unchanged") return "No change.";
  return `Created, ${countWords(lines, "line")}.`;
};

/** How many changes an edit's line names. Specification 2.23. */
const MOST_CHANGES = 8;

/** Which lines an edit changed, and how, by their numbers after it. Specification 2.23. */
export const editMessage = (
  changes: readonly { readonly at: number; readonly deleted: number; readonly added: readonly string[] }[],
): string => {
  let moved = 0;
  const parts = changes.map(({ at, deleted, added }) => {
    const first = at + moved;
    const count = added.length;
    moved += count - deleted;
    if (count === 0) return `${countWords(deleted, "line")} removed after line ${first - 1}`;
    const lines = count === 1 ? `line ${first}` : `lines ${first}-${first + count - 1}`;
    if (deleted === 0) return `${lines} added`;
    return deleted === count ? `${lines} changed` : `${lines} in place of ${countWords(deleted, "line")}`;
  });
  const more = parts.length - MOST_CHANGES;
  return `Edited: ${parts.slice(0, MOST_CHANGES).join("; ")}${more > 0 ? `; ${more} more` : ""}.`;
};
