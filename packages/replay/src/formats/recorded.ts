/** The lines that one read printed: `lines[0]` is line `first` of the file. */
export interface PrintedLines {
  readonly first: number;
  readonly lines: readonly string[];
  /**
   * How many parts the file has when its text is split at newlines (one more than its lines where it ends with
   * a newline), or absent where the recording does not say.
   */
  readonly parts?: number | undefined;
}

/** How an edit changed its file, as far as the recording says. A `new` of a replacement and a `text` stand in the call. */
export type Change =
  | { readonly kind: "replace"; readonly old: string; readonly new: string; readonly all: boolean }
  | { readonly kind: "lines"; readonly from: number; readonly to: number; readonly text: string }
  | { readonly kind: "insert"; readonly after: number; readonly text: string }
  | { readonly kind: "hunk"; readonly old: readonly string[]; readonly new: readonly string[] }
  | { readonly kind: "whole"; readonly before?: string | null | undefined; readonly after: string | null }
  | { readonly kind: "unknown" };

/** One tool call and its result, as the agent had it. `result` is the text that the model was given, unchanged. */
interface RecordedCall {
  /** Which conversation of the file it belongs to; absent where there is only one. */
  readonly conversation?: string | undefined;
  /** The agent's own id of the call. */
  readonly callId?: string | undefined;
  /** The id for the ledger; absent where the recording has none. */
  readonly id?: string | undefined;
  readonly tool: string;
  readonly args: unknown;
  readonly result: string;
}

/** A read: the lines that it printed, or the whole file where the recording has it. */
export interface RecordedRead extends RecordedCall {
  readonly op: "read";
  readonly path: string;
  readonly printed?: PrintedLines | undefined;
  readonly content?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** Why no lines were found in the result. */
  readonly unplaced?: string | undefined;
}

/** A change of a file. `echo` is what the result printed of the file as it is afterwards. */
export interface RecordedEdit extends RecordedCall {
  readonly op: "edit";
  readonly path: string;
  readonly changes: readonly Change[];
  /** Whether the call has the whole text after it, word for word. */
  readonly isInCall?: boolean | undefined;
  /** The texts of the call that it put into the file, where the changes do not have them. */
  readonly callTexts?: readonly string[] | undefined;
  /** The whole text before the edit, where the recording has it beside the changes. */
  readonly original?: string | undefined;
  /** The whole texts where the recording has both (null: no file). */
  readonly content?: { readonly before: string | null; readonly after: string | null } | undefined;
  readonly echo?: PrintedLines | undefined;
}

/** Any other tool result. */
export interface RecordedOutput extends RecordedCall {
  readonly op: "output";
  /** What the tool printed, where the model was given another text. */
  readonly text?: string | undefined;
}

/** An earlier result shown again by its id. */
export interface Recall {
  readonly op: "recall";
  readonly target: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** A call of the memory tool: the entries as they were, and the operations. */
export interface MemoryCall {
  readonly op: "memory";
  readonly target: string;
  readonly entries: readonly string[];
  readonly limit: number;
  readonly ops: readonly unknown[];
}

/** The end of a background command or subagent: the record that `jobNote` takes. */
export interface JobEnd {
  readonly op: "job";
  readonly record: Readonly<Record<string, unknown>>;
}

/** What a person, or the model itself, said. Each text of the model is one model call, unless it goes on with the last. */
export interface RecordedMessage {
  readonly op: "message";
  readonly conversation?: string | undefined;
  /** The name by which a later step keeps it or takes it back; several messages may share one. */
  readonly id?: string | undefined;
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly continued?: boolean | undefined;
  /** When it was said, in milliseconds since 1970, where that stands in the message, not in its line. */
  readonly time?: number | undefined;
}

/** The conversation was summarised; the results of the calls in `kept`, and these messages, stayed as they were. */
export interface RecordedCompaction {
  readonly op: "compact";
  readonly conversation?: string | undefined;
  readonly kept?: readonly string[] | undefined;
  readonly messages?: readonly string[] | undefined;
}

/** The results of these calls, and these messages, were taken out of the conversation. */
export interface RecordedForget {
  readonly op: "forget";
  readonly conversation?: string | undefined;
  readonly calls: readonly string[];
  readonly messages?: readonly string[] | undefined;
}

/** A file that the recording holds beside its reads (an attachment): what is known of it, no step of its own. */
export interface RecordedFile {
  readonly op: "file";
  readonly conversation?: string | undefined;
  readonly path: string;
  readonly content: string;
}

/** A conversation is over: what was kept for it can go. */
export interface RecordedEnd {
  readonly op: "end";
  readonly conversation: string;
}

/** Everything that a reader of a format can find. */
export type Recorded =
  | RecordedRead
  | RecordedEdit
  | RecordedOutput
  | (RecordedCall & (Recall | MemoryCall | JobEnd))
  | RecordedMessage
  | RecordedCompaction
  | RecordedForget
  | RecordedFile
  | RecordedEnd;
