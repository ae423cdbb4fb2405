import { isText, type NewTexts, type Piece } from "../forms/form.js";
import { closeEnvelope, openEnvelope } from "./json-text.js";
import { behindHead } from "./result-ids.js";

/** A result's texts, taken out of the JSON object that holds them, if one does. Specification 6.3. */
export interface OpenResult {
  readonly pieces: readonly Piece[];
  /** Its texts from other pieces. */
  readonly close: (pieces: readonly (Piece | undefined)[]) => NewTexts;
}

const textsOf = (pieces: readonly (Piece | undefined)[]): NewTexts =>
  pieces.map((piece) => (isText(piece) ? piece : undefined));

/** Opens a result. */
export const openResult = (pieces: readonly Piece[]): OpenResult => {
  const only = pieces.find(isText);
  const envelope = only === undefined ? undefined : openEnvelope(only);
  if (envelope === undefined || pieces.filter(isText).length > 1) return { pieces, close: textsOf };
  return {
    pieces: pieces.map((piece) => (isText(piece) ? envelope.output : piece)),
    close: (inner) =>
      textsOf(inner).map((text) => (text === undefined ? undefined : closeEnvelope(envelope, text))),
  };
};

/** The pieces behind the result's own head, where its first text begins with it. */
export const openHead = (pieces: readonly Piece[], id: string): readonly Piece[] | undefined => {
  const first = pieces.findIndex(isText);
  const text = pieces[first];
  const behind = isText(text) ? behindHead(text, id) : undefined;
  return behind === undefined ? undefined : pieces.map((piece, index) => (index === first ? behind : piece));
};
