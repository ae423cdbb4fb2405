import { checkList } from "@lembas/arguments";
import { Conversation } from "./compose/conversation.js";
import { readParts, writeParts } from "./compose/read-parts.js";
import { anyForm } from "./forms/any-form.js";
import { type ComposeOptions, resolveOptions } from "./options.js";
import { type ReadBackResult, readBack } from "./read-back.js";
import type { SkipReason } from "./report.js";
import { joinPieces, rowsOf } from "./results/pieces.js";

/** A mark, and what it names. */
export interface ExplainedMark {
  /** The line of `shown` that it is, from 1. */
  readonly line: number;
  /** The result that shows the lines, with its `#`. */
  readonly id: string;
  /** The argument of that result's call in which they stand, where it is not the result itself. */
  readonly argument?: string;
  /** The first and the last of the lines there. */
  readonly first: number;
  readonly last: number;
  /**
   * The lines that it stands for, with their numbers where the result shows how it writes these; `undefined` where the
   * named result is gone.
   */
  readonly lines: readonly string[] | undefined;
}

/** What was given of a result, and what it shows. */
export interface Explained {
  /** The place of its message, from 0. */
  readonly message: number;
  readonly callId: string;
  readonly tool?: string;
  readonly id?: string;
  /** Its texts as one, before it was composed and as it is sent. */
  readonly given: string;
  readonly shown: string;
  readonly marks: readonly ExplainedMark[];
  readonly capped: boolean;
  /** Why it is left as it is, where composing passed it over. */
  readonly skipped?: SkipReason;
}

/** The marks of a result as it is sent, by the line that each is. */
const explainMarks = ({ pieces, composed }: ReadBackResult): ExplainedMark[] => {
  const rows = rowsOf(pieces);
  const headed = pieces.findIndex((piece) => typeof piece === "string");
  return (composed?.marks ?? []).flatMap((found, piece) =>
    found.map(({ row, mark: { id, argument, first, last }, named, lines = named }) => {
      const place = row + (piece === headed ? 1 : 0);
      const line = rows.findIndex((other) => other.piece === piece && other.row === place) + 1;
      return { line, id, ...(argument !== undefined && { argument }), first, last, lines };
    }),
  );
};

/**
 * What composing these messages does: for each result what was given, what it shows, what each mark names, and why it is
 * left as it is where it is. Messages may be of any form, and composed already.
 *
 * @throws {TypeError} messages are no list; an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * for (const { tool, given, shown } of explain(messages)) console.log(tool, given.length, shown.length);
 */
export const explain = (messages: readonly object[], options?: ComposeOptions): Explained[] => {
  checkList(messages, "messages");
  const conversation = new Conversation(resolveOptions(options));
  const read = readParts(anyForm, messages);
  const { parts, places } = read;
  const outcomes = parts.map((part) => conversation.add(part));
  const { messages: sent } = writeParts(anyForm, messages, read, (index) => outcomes[index]?.texts);
  const before = readBack(parts);
  const after = readBack(readParts(anyForm, sent).parts);
  return parts.flatMap((part, index): Explained[] => {
    const [given, shown, outcome] = [before[index], after[index], outcomes[index]];
    if (part.kind !== "result" || !given || !shown || !outcome) return [];
    const { id, tool, capped, skipped } = outcome;
    return [
      {
        message: places[index] ?? 0,
        callId: part.callId,
        ...(tool !== undefined && { tool }),
        ...(id !== undefined && { id }),
        given: joinPieces(given.composed?.restored ?? given.pieces),
        shown: joinPieces(shown.pieces),
        marks: explainMarks(shown),
        capped,
        ...(skipped !== undefined && { skipped }),
      },
    ];
  });
};
