import type { CompactEntry, IdentifiedEntry } from "../journal/entry.js";
import type { ContentBlock } from "./content-block.js";

/** What an inserted text is: the content whole as asked, a pointer to it, a part of it, or a message in its place. */
export type InsertionKind = "full" | "stub" | "capped" | "notice";

/** An entry before its characters are counted. */
export type Uncounted<Entry> = Entry extends unknown ? Omit<Entry, "v" | "characters" | "drops"> : never;

/** What a step comes to: the entry to apply, and the text to insert. */
export interface Decision<Entry = Uncounted<IdentifiedEntry> | Uncounted<CompactEntry>> {
  readonly entry: Entry;
  readonly kind: InsertionKind;
  readonly head: string;
  readonly body: string;
  /** The result's blocks, where it is not one text. */
  readonly blocks?: readonly ContentBlock[];
  /** The results that the text names as ones that the conversation shows. */
  readonly since?: readonly string[];
  /** Characters that a plain tool would have inserted. */
  readonly given: number;
  /** Characters of the body that are line numbers. */
  readonly numbers?: number;
}

/** The parts of an entry that every step with an id has. */
export interface StepName {
  readonly id: string;
  readonly callId?: string;
}
