import { checkList, isJsonObject } from "@lembas/arguments";
import { ContextLedger } from "@lembas/context";
import { cleanTerminal } from "@lembas/format";
import { readParts } from "./compose/read-parts.js";
import { readArguments } from "./compose/text-arguments.js";
import { anyForm } from "./forms/any-form.js";
import { type ComposeOptions, resolveOptions } from "./options.js";
import { readBack } from "./read-back.js";
import { joinPieces } from "./results/pieces.js";

/** What a model asks of the recall tool. All of it may be whatever the model sent. */
export interface RecallArguments {
  /** The id of a result. */
  readonly target?: unknown;
  /** The first line, from 1. */
  readonly offset?: unknown;
  /** The most lines, 2,000 by default. */
  readonly limit?: unknown;
  /** The first character of the first line, from 1. */
  readonly column?: unknown;
}

/** The id of the ledger's own step, which is cut out of its head. */
const OWN = "#0000";
/** Recall asks for no tool, and those of a conversation may have no name. */
const TOOL = "any";

/**
 * What the recall tool answers: lines of a result's whole text, found in the host's own messages, composed or not. A
 * result that is gone is not found. Specification 6.6.
 *
 * @param args what the model sent, in the shape of `recallTool.schema`, or the JSON text of it
 * @throws {TypeError} messages are no list; an option is unknown or of the wrong type
 * @example
 * const text = recall(messages, { target: "#5b3f0c", offset: 120, limit: 40 });
 */
export const recall = (
  messages: readonly object[],
  args: RecallArguments | string,
  options?: Pick<ComposeOptions, "clean" | "measure">,
): string => {
  checkList(messages, "messages");
  const { clean, measure } = resolveOptions(options);
  const sent = readArguments(args);
  const { target, offset, limit, column }: RecallArguments = isJsonObject(sent) ? sent : {};
  const asked = typeof target === "string" || typeof target === "number" ? String(target).toLowerCase() : "";
  const ledger = new ContextLedger({ cap: "off", clean: false, measure });
  for (const result of readBack(readParts(anyForm, messages).parts)) {
    if (result?.id === undefined || !asked.includes(result.id.slice(1))) continue;
    const { id, composed, pieces } = result;
    const texts = composed?.restored ?? (clean ? pieces.map(cleanPiece) : pieces);
    ledger.output({ id, tool: TOOL, text: joinPieces(texts) });
  }
  const { text } = ledger.recall({ id: OWN, target, offset, limit, column });
  const [recalled, said] = [`[${OWN} recall `, `[${OWN}] `];
  if (text.startsWith(recalled)) return `[recall ${text.slice(recalled.length)}`;
  return text.startsWith(said) ? text.slice(said.length) : text;
};

const cleanPiece = <Piece>(piece: Piece): Piece | string =>
  typeof piece === "string" ? cleanTerminal(piece) : piece;
