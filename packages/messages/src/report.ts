/**
 * Why something is left as it is:
 * - `unknown-message`: a message of no form that is known.
 * - `no-call`: the call of the result does not stand before it.
 * - `not-chosen`: its tool is not among `only`, or is among `except`.
 * - `recall`: it is a result of the recall tool.
 * - `no-text`: it has no text that may be changed.
 * - `no-id`: so many calls have the same id that no id is left for it.
 * - `not-well-formed`: with `clean: false`, its text has half of a surrogate pair.
 * - `failed`: composing it failed, or a name stands twice in it, so that it cannot be changed in a body; with `error`.
 * - `after-failure`: composing an earlier one failed.
 * - `server-state`: the server changes what the model sees, or holds a part of it.
 * - `unreadable-body`: the body of a request is not JSON that can be changed, or has its messages twice; with `error`.
 */
export type SkipReason =
  | "unknown-message"
  | "no-call"
  | "not-chosen"
  | "recall"
  | "no-text"
  | "no-id"
  | "not-well-formed"
  | "failed"
  | "after-failure"
  | "server-state"
  | "unreadable-body";

/** Something that is left as it is. */
export interface Skipped {
  readonly reason: SkipReason;
  /** The place of the message among those given, from 0; of a whole request there is none. */
  readonly message?: number;
  /** Of a result: the host's name for its call. */
  readonly callId?: string;
  readonly tool?: string;
  /** What was thrown, where that is the reason. */
  readonly error?: unknown;
}

/** What became of a result. Characters are those of its texts. */
export interface ComposedResult {
  /** Its id, with its `#`. */
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  /** Characters that it had, and that it has now. */
  readonly given: number;
  readonly shown: number;
  /** How many marks it has. */
  readonly marks: number;
  readonly capped: boolean;
}

/** What was composed for one call of the model. */
export interface Composed {
  /** Characters of all results that the messages hold, as they were and as they are sent. */
  readonly given: number;
  readonly shown: number;
  /** The results that were not there the time before. */
  readonly results: readonly ComposedResult[];
}
