import type { IdentifiedEntry } from "../journal/entry.js";
import type { Uncounted } from "../journal/entry-shape.js";
import type { TextLines } from "../known-lines/text-lines.js";
import type { LedgerSettings } from "../options.js";
import type { LedgerState } from "../windows/state.js";
import type { ContentBlock } from "./blocks.js";
import type { Mark } from "./marks.js";

/**
 * What an inserted text is: the content whole as asked, a pointer to it, the content with marks for what is known, a
 * part of it that a bound left, or a message in its place.
 */
export type InsertionKind = "full" | "stub" | "partial" | "capped" | "notice";

/** What a step comes to: the entry to apply, and the text to insert. */
export interface Decision<Entry> {
  readonly entry: Uncounted<Entry>;
  readonly kind: InsertionKind;
  readonly head: string;
  readonly body: string;
  /** Characters of the body, where they are counted already. */
  readonly bodySize?: number | undefined;
  /** The result's blocks, where it is not one text. */
  readonly blocks?: readonly ContentBlock[] | undefined;
  /** The results that the text names as ones that the conversation shows. */
  readonly sources?: readonly string[];
  /** The marks in the text. */
  readonly marks?: readonly Mark[];
  /** The lines of the stored text, where they were looked at. */
  readonly lines?: TextLines | undefined;
  /** Characters that a plain tool would have inserted. */
  readonly given: number;
  /** Characters of the body that are line numbers. */
  readonly numbers?: number;
}

/** What every step may carry beside its own parts. */
export interface StepName {
  /** `#` and at least four hex digits; without it the ledger makes one. */
  readonly id?: string | undefined;
  /** The host's own name for the call, such as the provider's id of it. */
  readonly callId?: string | undefined;
}

/** What a step is decided by. */
export interface Situation {
  readonly state: LedgerState;
  readonly settings: LedgerSettings;
  /** The step's id, made where the host gave none, and its call's. */
  readonly name: { readonly id: string; readonly callId?: string };
  /** Whether the conversation still has a result: it must before a text names it as one that is shown. */
  readonly isShown: (id: string) => boolean;
  /** The whole text of an earlier result; `undefined` where it is no longer kept. */
  readonly storedText: (entry: IdentifiedEntry) => string | undefined;
}

/**
 * All that the ledger must know of one kind of step. A new kind is one of these, with a line in `kinds.ts` and in
 * `journal/entry.ts`, and a method of `ContextLedger`.
 */
export interface StepKind<Step extends StepName, Entry extends IdentifiedEntry> {
  /** The names of a step's parts, `id` and `callId` among them. */
  readonly parts: readonly (keyof Step & string)[];
  /**
   * What the step inserts. Changes nothing.
   *
   * @throws {TypeError} a part is not what it must be
   */
  readonly decide: (situation: Situation, step: Step) => Decision<Entry>;
  /** Brings what the entry says into the state; `lines` are those of its stored text, where they were looked at. */
  readonly apply: (state: LedgerState, entry: Entry, lines: TextLines | undefined) => void;
  /** The whole text, as recall shows it; `undefined` where it is no longer kept. Specification 2.11. */
  readonly storedText: (state: LedgerState, entry: Entry) => string | undefined;
  /** The results that the inserted text names as ones that the conversation shows. */
  readonly sources: (entry: Entry) => readonly string[];
  /** Why the numbers of a damaged entry cannot be, each of which may be right alone. */
  readonly findOdd?: (entry: Entry) => string | undefined;
}
