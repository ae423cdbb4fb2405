import { recallTool } from "@lembas/context";
import { KnownLines } from "@lembas/context/known-lines";
import {
  type CallPart,
  isText,
  type NewTexts,
  type Part,
  type Piece,
  type ResultPart,
} from "../forms/form.js";
import { Sources } from "../marks/sources.js";
import type { Settings } from "../options.js";
import type { SkipReason } from "../report.js";
import { openHead, openResult } from "../results/open-result.js";
import { readComposed } from "../results/read-composed.js";
import { ResultIds } from "../results/result-ids.js";
import { composeResult, type SentResult } from "./compose-result.js";
import { isEqualJson } from "./same-value.js";
import { readArguments, textArguments } from "./text-arguments.js";

/** What became of a result. */
export interface Outcome {
  readonly id: string | undefined;
  readonly tool: string | undefined;
  /** Its other texts, where they change. */
  readonly texts: NewTexts | undefined;
  readonly marks: number;
  readonly capped: boolean;
  readonly skipped: SkipReason | undefined;
  readonly error?: unknown;
}

/** What became of a result that stays as it is. */
const asItIs = (skipped: SkipReason, id?: string, tool?: string): Outcome => ({
  id,
  tool,
  texts: undefined,
  marks: 0,
  capped: false,
  skipped,
});

/** The result before: whose it is, and whether it has marks. */
interface Before {
  readonly call: CallPart | undefined;
  readonly hasMarks: boolean;
}

const isWellFormed = (piece: Piece): boolean => !isText(piece) || piece.isWellFormed();

/** Whether two calls are the same. Specification 2.10. */
const isSameCall = (one: CallPart, other: CallPart): boolean =>
  one.tool === other.tool &&
  (one.args === other.args || isEqualJson(readArguments(one.args) ?? {}, readArguments(other.args) ?? {}));

/** The calls and results of a conversation so far, taken one after the other: what becomes of each depends on nothing behind it. */
export class Conversation {
  readonly #settings: Settings;
  readonly #ids = new ResultIds();
  readonly #calls = new Map<string, CallPart>();
  #known: KnownLines | undefined;
  readonly #sources = new Sources();
  #before: Before = { call: undefined, hasMarks: false };
  #hasFailed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#known = settings.knownLines ? new KnownLines() : undefined;
  }

  #addCall(call: CallPart): void {
    this.#calls.set(call.id, call);
  }

  /** Nothing that stands before it is named any more. */
  #addCompaction(): void {
    if (this.#known) this.#known = new KnownLines();
  }

  /** Takes a part of any kind, and says what becomes of a result. */
  add(part: Part): Outcome | undefined {
    if (part.kind === "result") return this.#addResult(part);
    if (part.kind === "call") this.#addCall(part);
    else this.#addCompaction();
    return undefined;
  }

  /** What becomes of a result. Where composing it fails, it and all behind it stay as they are. */
  #addResult(result: ResultPart): Outcome {
    if (this.#hasFailed) return asItIs("after-failure");
    try {
      const call = this.#calls.get(result.callId);
      const outcome = this.#compose(result, call);
      this.#before = { call, hasMarks: outcome.marks > 0 };
      return outcome;
    } catch (error) {
      this.#hasFailed = true;
      return { ...asItIs("failed"), error };
    }
  }

  #compose(result: ResultPart, call: CallPart | undefined): Outcome {
    const { clean, isChosen } = this.#settings;
    const id = this.#ids.next(result.callId);
    if (call === undefined) return asItIs("no-call", id);
    const { tool } = call;
    if (tool === recallTool.name) return asItIs("recall", id, tool);
    if (!isChosen(tool)) return asItIs("not-chosen", id, tool);
    if (!result.pieces.some(isText)) return asItIs("no-text", id, tool);
    if (id === undefined) return asItIs("no-id", id, tool);
    if (!clean && !result.pieces.every(isWellFormed)) return asItIs("not-well-formed", id, tool);

    const { pieces, close } = openResult(result.pieces);
    const composed = openHead(pieces, id);
    if (composed) {
      const { marks, isCapped } = this.#readComposed(composed, id, call);
      return { id, tool, texts: undefined, marks, capped: isCapped, skipped: undefined };
    }
    const sent = this.#send(pieces, id, call);
    const isChanged = pieces.some((piece, index) => piece !== sent.pieces[index]);
    const texts = isChanged ? close(sent.pieces) : undefined;
    return { id, tool, texts, marks: sent.marks, capped: sent.capped, skipped: undefined };
  }

  /** Composes a result that was not before. */
  #send(pieces: ResultPart["pieces"], id: string, call: CallPart): SentResult {
    const { clean, capOf, measure, isFile } = this.#settings;
    const named = this.#known ? textArguments(call.args) : [];
    const sent = composeResult(pieces, {
      id,
      known: this.#known,
      sources: this.#sources,
      clean,
      cap: capOf(call.tool),
      measure,
      isFile: isFile(call.tool),
      isAskedAgain:
        this.#before.hasMarks && this.#before.call !== undefined && isSameCall(this.#before.call, call),
      isCallNamed: named.length > 0,
    });
    if (!sent.hasHead) return sent;
    this.#print(id, named, sent.printed);
    for (const lines of sent.sources) this.#sources.add(id, lines);
    return sent;
  }

  /** Takes a result that was composed before. */
  #readComposed(
    pieces: ResultPart["pieces"],
    id: string,
    call: CallPart,
  ): { marks: number; isCapped: boolean } {
    const { marks, isCapped, printed } = readComposed(pieces, id, this.#sources);
    this.#print(id, textArguments(call.args), printed);
    for (const { lines } of printed) this.#sources.add(id, lines);
    return { marks: marks.flat().length, isCapped };
  }

  /** What a result with a head prints: the arguments of its call, which stand above it, and its own lines. */
  #print(id: string, named: ReturnType<typeof textArguments>, printed: SentResult["printed"]): void {
    for (const [source, lines] of named) {
      this.#known?.print(id, lines, { source });
      this.#sources.add(id, lines, source);
    }
    for (const { lines, ranges } of printed) this.#known?.print(id, lines, { ranges });
  }
}
