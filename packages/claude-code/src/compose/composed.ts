/** A tool's answer as it is to be shown. */
export interface Composed {
  /** In the shape that the tool answers in. */
  readonly output: unknown;
  /** What is said beside it. */
  readonly note?: string;
  /** Characters that it had, and that it has now, the note counted. */
  readonly given: number;
  readonly shown: number;
}
