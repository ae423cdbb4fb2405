/** The version of the entries that this package writes. */
export const JOURNAL_VERSION = 1;

/** The characters that a step cost. */
export interface EntryCharacters {
  /** What a plain tool would have put into the conversation. */
  readonly given: number;
  /** What was put there instead. */
  readonly inserted: number;
  /** Of that, the head; and the `n: ` of lines. */
  readonly head: number;
  readonly numbers: number;
  /** What is kept for recall. */
  readonly stored: number;
}

interface Entry {
  readonly v: typeof JOURNAL_VERSION;
}

interface StepEntry extends Entry {
  readonly id: string;
  /** The host's own name for the call. */
  readonly callId?: string;
  readonly characters: EntryCharacters;
  /** Whether the text was cut to its budgets. */
  readonly capped?: true;
  /** The ids whose stored texts go, to stay within `keepChars`. */
  readonly drops?: readonly string[];
}

interface FileEntry extends StepEntry {
  readonly path: string;
  /** Which paths are the same file. */
  readonly key: string;
  /** How many lines the content has. */
  readonly lines: number;
}

interface ReadStep extends FileEntry {
  readonly op: "read";
  /** SHA-256 of the content, 64 hex digits. */
  readonly sha: string;
}

/** A read that shows lines; of an empty file, line 0 to 0. */
export interface ShownRead extends ReadStep {
  readonly result: "shown";
  readonly first: number;
  readonly last: number;
  /** Where the first line begins, if inside; where it goes on, if cut. Such a read is no window. */
  readonly column?: number;
  readonly next?: number;
  /** The lines, numbered; absent once dropped. */
  readonly text?: string;
}

/** A read that the conversation shows already. */
export interface StubRead extends ReadStep {
  readonly result: "stub";
  readonly first: number;
  readonly last: number;
  /** The reads that show it, and what they show together. */
  readonly since: readonly string[];
  readonly from: number;
  readonly to: number;
  /** The changes since, whose diffs the conversation shows. */
  readonly edits?: readonly string[];
}

/** A read from past the end of the file, or of its line. */
export interface PastRead extends ReadStep {
  readonly result: "past";
  readonly offset: number;
}
export interface PastColumnRead extends ReadStep {
  readonly result: "past-column";
  readonly first: number;
  readonly column: number;
  readonly length: number;
}

export type ReadEntry = ShownRead | StubRead | PastRead | PastColumnRead;

/** A change of a file: an edit, or a write. */
export interface ChangeEntry extends FileEntry {
  readonly op: "edit" | "write";
  readonly result: "changed" | "created" | "unchanged" | "deleted";
  /** SHA-256 of the content after, 64 hex digits; `null` where the file was deleted. */
  readonly sha: string | null;
  /** The diff, whole; absent once dropped, and where there is none. */
  readonly text?: string;
  /** Where the file's windows follow this change: each run's old line, lines deleted and lines added. */
  readonly follows?: readonly (readonly [at: number, deleted: number, added: number])[];
}

/** An image in a result, by the SHA-256 of its data. */
export interface EntryImage {
  readonly sha: string;
  /** The result that shows it already. */
  readonly since?: string;
}

/** Any other tool's result. */
export interface OutputEntry extends StepEntry {
  readonly op: "output";
  readonly tool: string;
  readonly result: "shown" | "stub" | "blank";
  /** Of a repeatable call: which calls are the same, and the SHA-256 of its text. */
  readonly call?: string;
  readonly sha?: string;
  /** The text, whole; absent once dropped. */
  readonly text?: string;
  /** Of a stub: the result that shows the text. */
  readonly since?: string;
  readonly images?: readonly EntryImage[];
}

interface RecallStep extends StepEntry {
  readonly op: "recall";
}

/** A recall that found its result. */
export interface FoundRecall extends RecallStep {
  readonly result: "shown" | "empty" | "past" | "past-column" | "dropped";
  /** The result itself, whatever name it was asked by. */
  readonly of: string;
}

/** A recall of what this session never had. */
export interface UnknownRecall extends RecallStep {
  readonly result: "unknown";
  /** The id that was asked for, as the message names it. */
  readonly target: string;
}

export type RecallEntry = FoundRecall | UnknownRecall;

/** The conversation so far gave way to a summary. */
export interface CompactEntry extends Entry {
  readonly op: "compact";
  readonly characters: EntryCharacters;
  /** The results that stay in the conversation. */
  readonly kept: readonly string[];
}

/** These results are no longer in the conversation. */
export interface ForgetEntry extends Entry {
  readonly op: "forget";
  readonly ids: readonly string[];
}

/** Everything after this step is gone. */
export interface RewindEntry extends Entry {
  readonly op: "rewind";
  readonly id: string;
}

/** One entry of a session's journal: plain JSON. */
export type JournalEntry =
  | ReadEntry
  | ChangeEntry
  | OutputEntry
  | RecallEntry
  | CompactEntry
  | ForgetEntry
  | RewindEntry;

/** The entries that have an id, and so may be recalled, forgotten and rewound to. */
export type IdentifiedEntry = ReadEntry | ChangeEntry | OutputEntry | RecallEntry;

/** Whether an entry is of a step with an id. */
export const isIdentified = (entry: JournalEntry): entry is IdentifiedEntry =>
  "id" in entry && entry.op !== "rewind";
