/** A call that the model made of one of the host's own tools. */
export interface CallPart {
  readonly kind: "call";
  readonly id: string;
  readonly tool: string;
  /** The arguments: a JSON value, or the JSON text of one. */
  readonly args: unknown;
}

/** A piece of a result: the text of a text block, or the type of another block. */
export type Piece = string | { readonly type: string };

/** Whether a piece is a text. */
export const isText = (piece: Piece | undefined): piece is string => typeof piece === "string";

/** The result of a call of one of the host's own tools. */
export interface ResultPart {
  readonly kind: "result";
  /** Where it stands in its message. */
  readonly at: number;
  readonly callId: string;
  /** Its content in order, one text where it is a string; nothing where it has no text that may be changed. */
  readonly pieces: readonly Piece[];
}

/** A summary in the place of all that stands before it. */
export interface CompactionPart {
  readonly kind: "compaction";
}

/** What composing looks at in a message. */
export type Part = CallPart | ResultPart | CompactionPart;

/** Other texts for a result: one for each of its pieces, `undefined` for a text block that goes. Those of other blocks say nothing. */
export type NewTexts = readonly (string | undefined)[];

/** Other texts for the result that stands at a place in a message. */
export interface Change {
  readonly at: number;
  readonly texts: NewTexts;
}

/** One way to write messages. Specification 6.1. */
export interface Form {
  /** Adds what a message has of these, in order, to `parts`; `false` where it is none of this form, and then adds none. */
  read(message: unknown, parts: Part[]): boolean;
  /** A message that was read, with other texts in some of its results. All else is as it was. */
  write(message: unknown, changes: readonly Change[]): unknown;
}
