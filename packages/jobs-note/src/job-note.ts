import { checkNames, checkObject } from "@lembas/arguments";
import { commandNote } from "./command-note.js";
import type { JobRecord, MessageRecord, Odd, ToSubagentRecord } from "./job-record.js";
import { type Marks, markFor } from "./marks.js";
import { nameSubagent, readTexts, type TextOptions, type Texts } from "./record-parts.js";
import { subagentNote } from "./subagent-note.js";

/** How a host wants its notes. */
export interface JobNoteOptions extends TextOptions {
  /** The host's own first lines, by kind; each must be one line that is not blank. */
  marks?: Marks | undefined;
}

const messageText = ({ text }: Odd<ToSubagentRecord>, texts: Texts): string =>
  texts.block(text) || "(the message was empty)";

const messageNote = (record: Odd<MessageRecord>, texts: Texts): string =>
  `${nameSubagent(record.id, record.agent, record.description, texts)}:\n${messageText(record, texts)}`;

const noteBelowMark = (record: JobRecord, texts: Texts): string => {
  switch (record.kind) {
    case "command":
      return commandNote(record, texts);
    case "subagent":
      return subagentNote(record, texts);
    case "message":
      return messageNote(record, texts);
    case "to_subagent":
      return messageText(record, texts);
  }
};

const NAMES = ["marks", "redact", "tailChars", "headChars", "textChars"] satisfies (keyof JobNoteOptions)[];

/**
 * The message that tells an agent about its background work: a mark alone on the first line, then the note.
 * Pure, and total for the kinds it knows: a field that is missing or odd never loses the note. Specification 4.
 *
 * @throws {TypeError} the record or the options are not objects, the kind, that of a mark or an option is unknown, a mark is not
 *   one line of text, `redact` is not a function that gives text, or a number of characters not a number
 * @throws {RangeError} a number of characters is not a whole number of at least 0
 * @example
 * jobNote({ kind: "command", id: "job3", command: "npm test", exit: 0, seconds: 5, unread: "ok 12 tests\n" })
 * // [A background job you started has finished:]
 * // job3 (npm test) exited with 0 after 5s.
 * // Output you had not read:
 * // ok 12 tests
 */
export const jobNote = (record: JobRecord, options: JobNoteOptions = {}): string => {
  checkObject(record, "record", '{ kind: "command", id: "job3", command: "npm test", exit: 0, seconds: 5 }');
  checkObject(options, "options", "{ tailChars: 2_000 }");
  checkNames(options, NAMES, "option");
  const { marks = {}, ...textOptions } = options;
  const texts = readTexts(textOptions);
  return `${markFor(record.kind, marks)}\n${noteBelowMark(record, texts)}`;
};
