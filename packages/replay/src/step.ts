import type { JobEnd, MemoryCall, Recall } from "./formats/recorded.js";

/** What every step has that puts a result into the conversation. */
export interface ResultStep {
  /** The id that the ledger gives the result. */
  readonly id: string;
  readonly callId?: string | undefined;
  readonly tool: string;
  readonly args?: unknown;
  /** The recorded result, unchanged: what the agent's model was given. */
  readonly given: string;
  /** Whose conversation it stands in, by what the recording itself says; for the verifier. */
  readonly audience?: string | undefined;
  /** Whether it counts: not where another recording had it already. */
  readonly isCounted?: boolean | undefined;
}

/** A read. `content` is the file as far as the recording shows it, `limit` how many lines are shown from `first` on. */
export interface ReadStep extends ResultStep {
  readonly op: "read";
  readonly path: string;
  readonly content: string;
  readonly first: number;
  readonly limit: number | undefined;
}

/** A change of a file whose texts the recording has; null is no file. */
export interface EditStep extends ResultStep {
  readonly op: "edit";
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the call itself has the whole text after it. */
  readonly isInCall?: boolean | undefined;
  /** The texts that the call has of what it put into the file, word for word. */
  readonly callTexts?: readonly string[] | undefined;
}

/** Any other result. */
export interface OutputStep extends ResultStep {
  readonly op: "output";
  /** What the tool printed. */
  readonly text: string;
}

/** A stored result shown again. */
export type RecallStep = ResultStep & Recall;

/** A step whose result goes into the conversation. */
export type ResultingStep =
  | ReadStep
  | EditStep
  | OutputStep
  | RecallStep
  | (ResultStep & (MemoryCall | JobEnd));

/** What the replay goes through, in order: results, talk, and what takes results out of the conversation. */
export type Step =
  | ResultingStep
  | {
      readonly op: "message";
      /** By which a later step keeps it or takes it back. */
      readonly id?: string | undefined;
      readonly role: "user" | "assistant";
      readonly text: string;
      readonly continued: boolean;
      readonly isCounted?: boolean | undefined;
      /** When it was written, in milliseconds since 1970, where the recording says so. */
      readonly time?: number | undefined;
    }
  | {
      readonly op: "compact";
      readonly kept: readonly string[];
      /** The messages that stay too. */
      readonly messages?: readonly string[] | undefined;
      readonly isCounted?: boolean | undefined;
    }
  | {
      readonly op: "forget";
      readonly ids: readonly string[];
      /** The messages that go too. */
      readonly messages?: readonly string[] | undefined;
    };

/** Which results, by id, are still in the conversation after a step that takes results out. */
export const staysAfter = (step: Step & { op: "compact" | "forget" }): ((id: string) => boolean) => {
  const named = new Set(step.op === "compact" ? step.kept : step.ids);
  return (id) => named.has(id) === (step.op === "compact");
};
