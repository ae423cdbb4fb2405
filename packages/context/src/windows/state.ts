import { type IdentifiedEntry, isIdentified, type JournalEntry } from "../journal/entry.js";
import { idKey } from "../steps/step-id.js";

/** Lines of a file that the conversation shows, by the read that showed them and the changes that it followed since. */
export interface Window {
  readonly id: string;
  readonly first: number;
  readonly last: number;
  readonly edits: readonly string[];
}

/** What the conversation has of a file. `sha` is `null` for a deleted one. */
export interface FileState {
  readonly sha: string | null;
  readonly lines: number;
  /** Oldest first; all of the content that `sha` names. */
  readonly windows: readonly Window[];
}

/** The last change of a file. */
export interface LastChange {
  readonly id: string;
  readonly path: string;
  readonly sha: string | null;
}

/** The latest result of a repeatable call. */
export interface LatestResult {
  readonly id: string;
  readonly sha: string;
  /** The earlier results that show images of it. */
  readonly images: readonly string[];
}

/** All that a ledger knows: made by applying entries, and by nothing else. */
export interface LedgerState {
  /** The entries that hold, in order. */
  log: JournalEntry[];
  /** Where in the log each id stands, by the id's key. */
  index: Map<string, number>;
  files: Map<string, FileState>;
  repeats: Map<string, LatestResult>;
  /** The result that shows an image, by the SHA-256 of its data. */
  images: Map<string, string>;
  /** Since the last compaction, by file, in order of the last change. */
  changes: Map<string, LastChange>;
  forgotten: Set<string>;
  /** Characters of all stored texts, and the first entry of the log that may still have one. */
  storedChars: number;
  oldestStored: number;
}

export const emptyState = (): LedgerState => ({
  log: [],
  index: new Map(),
  files: new Map(),
  repeats: new Map(),
  images: new Map(),
  changes: new Map(),
  forgotten: new Set(),
  storedChars: 0,
  oldestStored: 0,
});

/** An equal state that shares nothing changeable with the first. */
export const copyState = (state: LedgerState): LedgerState => ({
  ...state,
  log: [...state.log],
  index: new Map(state.index),
  files: new Map(state.files),
  repeats: new Map(state.repeats),
  images: new Map(state.images),
  changes: new Map(state.changes),
  forgotten: new Set(state.forgotten),
});

/** The entry of the step with this id. */
export const findEntry = (state: LedgerState, id: string): IdentifiedEntry | undefined => {
  const entry = state.log[state.index.get(idKey(id)) ?? -1];
  return entry !== undefined && isIdentified(entry) ? entry : undefined;
};
