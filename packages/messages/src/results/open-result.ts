import type { NewTexts, Piece } from "../forms/form.js";
import { closeEnvelope, openEnvelope } from "./json-text.js";
import { behindHead } from "./result-ids.js";

/** A result's texts, taken out of the JSON object that holds them, if one does. Specification 6.3. */
export interface OpenResult {
  readonly pieces: readonly Piece[];
  /** Its texts from other pieces. */
  readonly close: (pieces: readonly (Piece | undefined)[]) => NewTexts;
}

const textsOf = (pieces: readonly (Piece | undefined)[]): NewTexts =>
  pieces.map((piece) => (typeof piece === "string" ? piece : undefined));

/** Opens a result. */
export const openResult = (pieces: readonly Piece[]): OpenResult => {
  const texts = pieces.filter((piece) => typeof piece === "string");
  const [only] = texts;
  const envelope = only === undefined || texts.length > 1 ? undefined : openEnvelope(only);
  if (envelope === undefined) return { pieces, close: textsOf };
  return {
    pieces: pieces.map((piece) => (typeof piece === "string" ? envelope.output : piece)),
    close: (inner) =>
      textsOf(inner).map((text) => (text === undefined ? undefined : closeEnvelope(envelope, text))),
  };
};

/** The pieces behind the result's own head, where its first text begins with it. */
export const openHead = (pieces: readonly Piece[], id: string): readonly Piece[] | undefined => {
  const first = pieces.findIndex((piece) => typeof piece === "string");
  const text = pieces[first];
  const behind = typeof text === "string" ? behindHead(text, id) : undefined;
  return behind === undefined ? undefined : pieces.map((piece, index) => (index === first ? behind : piece));
};
