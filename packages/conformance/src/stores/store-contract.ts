/** What a change comes to: new entries to write, or a refusal that writes nothing. */
export type StoreOutcome<Value> =
  | {
      readonly entries: readonly string[];
      readonly ops: readonly unknown[];
      readonly reason?: string | undefined;
      readonly value: Value;
      readonly refused?: false | undefined;
    }
  | { readonly refused: true; readonly value: Value };

/** The contract of `MemoryStore` of `@lembas/memory`, which this package does not depend on. */
export interface StoreContract {
  read(target: string): Promise<{ readonly entries: readonly string[]; readonly revision: string }>;
  update<Value>(
    target: string,
    change: (entries: readonly string[]) => StoreOutcome<Value>,
    options?: { readonly operationId?: string | undefined },
  ): Promise<Value>;
}

/**
 * Opens a store by name: a name that was not used before is an empty store, a name that was is another handle on
 * the same entries (which for a store in memory may be the same object).
 */
export type MakeStore = (name: string) => StoreContract | Promise<StoreContract>;

/** One thing that the contract promises. */
export interface StoreCheck {
  /** What is promised, for a test's title. */
  readonly name: string;
  /** Rejects with an Error that says what was found instead. */
  readonly run: () => Promise<void>;
}
