import type { IdentifiedEntry, JournalEntry } from "../journal/entry.js";
import { KnownLines } from "../known-lines/known-lines.js";
import { idKey, type TakenRun } from "../steps/step-id.js";

/** One of the changes that a file's windows followed: a list that grows at its end, and of which all have the start. */
export interface FollowedEdit {
  readonly id: string;
  /** How many there are up to this one. */
  readonly count: number;
  readonly before: FollowedEdit | undefined;
}

/** Lines of a file that the conversation shows, by the read that showed them. */
export interface Window {
  readonly id: string;
  readonly first: number;
  readonly last: number;
  /** How many of the file's followed edits there were before it: it followed all later ones. */
  readonly since: number;
}

/** What the conversation has of a file. `sha` is `null` for a deleted one. */
export interface FileState {
  readonly sha: string | null;
  readonly lines: number;
  /** Oldest first; all of the content that `sha` names. */
  readonly windows: readonly Window[];
  /** What would be its windows if there were no marks: the rows of a compaction's table. Specification 2.20. */
  readonly rows: readonly Window[];
  /** The newest of the edits that windows followed. */
  readonly edits: FollowedEdit | undefined;
  /** The session's own change that brought this content. */
  readonly change: string | undefined;
  /** Whether the last step on the file was that change. */
  readonly isWritten: boolean;
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
  /** The earlier results that show a part of it: an image, or the lines of a mark. */
  readonly parts: readonly string[];
  /** The cap that cut it. */
  readonly cap: string | undefined;
}

/** All that a ledger knows: made by applying entries, and by nothing else. */
export interface LedgerState {
  /** The entries that hold, in order. */
  log: JournalEntry[];
  /** Where in the log each id stands, by the id's key. */
  index: Map<string, number>;
  /** The results that the conversation still has, by the id's key, in order. */
  present: Set<string>;
  files: Map<string, FileState>;
  repeats: Map<string, LatestResult>;
  /** The result that shows an image, by the SHA-256 of its data. */
  images: Map<string, string>;
  /** Since the last compaction, by file, in order of the last change. */
  changes: Map<string, LastChange>;
  forgotten: Set<string>;
  /** Of the numbers of ids that the ledger may make: some that are taken. */
  takenRun: TakenRun;
  /** The lines that results print, where the ledger goes by them. Specification 2.20. */
  known: KnownLines | undefined;
  /** Characters of all stored texts, and the first entry of the log that may still have one. */
  storedChars: number;
  oldestStored: number;
}

export const emptyState = (knownLines: boolean): LedgerState => ({
  log: [],
  index: new Map(),
  present: new Set(),
  files: new Map(),
  repeats: new Map(),
  images: new Map(),
  changes: new Map(),
  forgotten: new Set(),
  takenRun: { from: 0, to: 0 },
  known: knownLines ? new KnownLines() : undefined,
  storedChars: 0,
  oldestStored: 0,
});

/** An equal state that shares nothing changeable with the first. */
export const copyState = (state: LedgerState): LedgerState => ({
  ...state,
  log: [...state.log],
  index: new Map(state.index),
  present: new Set(state.present),
  files: new Map(state.files),
  repeats: new Map(state.repeats),
  images: new Map(state.images),
  changes: new Map(state.changes),
  forgotten: new Set(state.forgotten),
  known: state.known?.copy(),
});

/** Whether an entry is of a step with an id. */
export const isIdentified = (entry: JournalEntry): entry is IdentifiedEntry =>
  "id" in entry && entry.op !== "rewind";

/** The entry of the step with this id. */
export const findEntry = (state: LedgerState, id: string): IdentifiedEntry | undefined => {
  const entry = state.log[state.index.get(idKey(id)) ?? -1];
  return entry !== undefined && isIdentified(entry) ? entry : undefined;
};

/** The results that a latest result leans on: it ends with any of them. Specification 2.18 and 2.20. */
export const latestNames = (latest: LatestResult): readonly string[] => [latest.id, ...latest.parts];

/** The edits that a window followed, oldest first. */
export const followedBy = ({ edits }: FileState, { since }: Window): string[] => {
  const ids: string[] = [];
  for (let edit = edits; edit !== undefined && edit.count > since; edit = edit.before) ids.push(edit.id);
  return ids.reverse();
};

/**
 * Whether the results that windows of a file lean on are all among some: the read that made it and the edits that it
 * followed. Each edit is asked about once at most, and none that no window in question followed.
 */
export const windowTest = (
  { edits }: FileState,
  isThere: (id: string) => boolean,
): ((window: Window) => boolean) => {
  let next = edits;
  let lost = 0;
  return ({ id, since }) => {
    for (; lost === 0 && next !== undefined && next.count > since; next = next.before) {
      if (!isThere(next.id)) lost = next.count;
    }
    return since >= lost && isThere(id);
  };
};
