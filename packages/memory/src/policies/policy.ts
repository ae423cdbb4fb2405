/** A change that a model asked for and that applyOps allows, before it is written. */
export interface ProposedChange {
  readonly target: string;
  /** The operations that the model sent. */
  readonly ops: readonly unknown[];
  /** All entries as they are. */
  readonly before: readonly string[];
  /** All entries as they would be. */
  readonly after: readonly string[];
}

/**
 * A host's say in what a model may change: a text refuses the change (the model reads it), undefined lets it
 * through. Synchronous and pure; it may be asked again about the same call when the store has moved on.
 *
 * @example
 * const noSecrets: MemoryPolicy = ({ after }) =>
 *   after.some((entry) => /\bsk-\w{20}/.test(entry)) ? "that looks like a key; keys are not remembered." : undefined;
 */
export type MemoryPolicy = (change: ProposedChange) => string | undefined;
