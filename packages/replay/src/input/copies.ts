import type { BranchEntry, Format, ValueIdentity } from "../formats/format.js";

/** Whether a value is new, stands in this recording already, or was counted in another one. */
export type Novelty = "new" | "copy" | "counted";

/**
 * Tells values that are copies: a session that was forked takes lines of the first one along, into its own file or
 * even beside them.
 *
 * @example
 * const copies = new Copies(claudeCode, new Set());
 * copies.novelty({ uuid: "b", forkedFrom: { messageUuid: "a" } }); // "new"
 * copies.novelty({ uuid: "a" }); // "copy"
 */
export class Copies {
  readonly #identityOf: (value: unknown) => ValueIdentity | undefined;
  readonly #counted: ReadonlySet<string>;
  readonly #here = new Set<string>();
  readonly #originals = new Map<string, string>();
  /** Of each conversation whose model was called, the values with results that no call has read yet. */
  readonly #unread = new Map<string, Set<string>>();
  #last: string | undefined;

  /** @param counted the values that other recordings had */
  constructor({ identity }: Format, counted: ReadonlySet<string>) {
    this.#identityOf = (value) => identity?.(value);
    this.#counted = counted;
  }

  /** What this recording had. A result that no model call of it read is left to a copy whose model reads it. */
  get here(): ReadonlySet<string> {
    const here = new Set(this.#here);
    for (const values of this.#unread.values()) for (const value of values) here.delete(value);
    return here;
  }

  /** What the value looked at last stands for in a conversation: a result, or a model call, which reads all before it. */
  found(op: "result" | "call", conversation: string): void {
    if (op === "call") this.#unread.set(conversation, new Set());
    else if (this.#last !== undefined) this.#unread.get(conversation)?.add(this.#last);
  }

  /** Looks at the next value. */
  novelty(value: unknown): Novelty {
    const identity = this.#identityOf(value);
    this.#last = identity?.original;
    if (!identity) return "new";
    const { own, original } = identity;
    if (own !== original) this.#originals.set(own, original);
    if (this.#here.has(original)) return "copy";
    this.#here.add(original);
    return this.#counted.has(original) ? "counted" : "new";
  }

  /** Where a value stands in the session, by the names of what it may be a copy of. */
  toOriginal(entry: BranchEntry): BranchEntry {
    const { id, parent } = entry;
    const original = (name: string): string => this.#originals.get(name) ?? name;
    return { ...entry, id: original(id), parent: typeof parent === "string" ? original(parent) : parent };
  }
}
