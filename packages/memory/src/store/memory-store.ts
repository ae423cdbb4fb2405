/** What a store holds of one target. */
export interface MemoryState {
  /** The entries, in order. */
  readonly entries: readonly string[];
  /**
   * Names this state: two reads with the same revision gave the same entries. It says nothing else; a change
   * that was taken back may come with a new revision or with the old one.
   */
  readonly revision: string;
}

/** What a change comes to: new entries to write, or a refusal that writes nothing. Either hands back a value. */
export type ChangeOutcome<Value> =
  | {
      /** All entries after the change, in order. */
      readonly entries: readonly string[];
      /** The operations that led there, as they were sent: plain JSON, for a store's history. */
      readonly ops: readonly unknown[];
      /** Why, in the caller's words, for a store's history. */
      readonly reason?: string | undefined;
      /** What `update` gives back: plain JSON, so that a store can keep it with an operation id. */
      readonly value: Value;
      readonly refused?: false | undefined;
    }
  | {
      readonly refused: true;
      /** What `update` gives back. Nothing is written, and an operation id is not used up. */
      readonly value: Value;
    };

/**
 * Works out what becomes of a target's entries. Synchronous and pure: a store may run it several times, each
 * time on the entries that are there by then, and only the last outcome counts. What it throws comes out of
 * `update` as it is, and nothing is written.
 */
export type MemoryChange<Value> = (entries: readonly string[]) => ChangeOutcome<Value>;

/** What can go with an update. */
export interface UpdateOptions {
  /**
   * Names this update within its target (the id of the tool call, say), so that a retry is not applied twice:
   * where an update with this id was applied to the target before, `change` is not run, nothing is written, and
   * the value of back then is given again (equal, not the same object). A refusal does not use an id up. A store
   * remembers at least the 100 latest ids of each target.
   */
  readonly operationId?: string | undefined;
}

/**
 * Where entries live. Every back end keeps this contract:
 *
 * - A target that was never written has no entries; reading one makes nothing.
 * - An update is written only if the entries are still those that `change` was given; else `change` runs again on
 *   what is there now, at most 10 times in all, then an Error is thrown and
 *   nothing is written. So no update is lost, and a reader sees the entries before it or after it, never between.
 * - Entries come back as they went in, in order, equal ones too. One that a store cannot keep so, among those that no
 *   operation makes (empty, not trimmed, with a `\r` or a line that is only `§`), is an Error, and nothing is written.
 * - Texts are kept well-formed: a lone surrogate is U+FFFD.
 * - Where the new entries equal the ones that are there, nothing is written and the revision stays; the operation id
 *   is used up all the same.
 * - The entries given to `change` and by `read` are the caller's own or frozen: nothing done to them reaches the store,
 *   nor does anything done to the list that `change` gave.
 * - A target's name that is not a word is a TypeError; names that differ in case alone are one target.
 *
 * @example
 * const count = await store.update("user", (entries) => ({
 *   entries: [...entries, "Prefers tea."],
 *   ops: [{ action: "add", content: "Prefers tea." }],
 *   value: entries.length + 1,
 * }));
 */
export interface MemoryStore {
  /** The target's entries and their revision. */
  read(target: string): Promise<MemoryState>;
  /** Changes the target's entries; resolves with the outcome's value once the change is kept for good. */
  update<Value>(target: string, change: MemoryChange<Value>, options?: UpdateOptions): Promise<Value>;
}
