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

  /** @param counted the values that other recordings had */
  constructor({ identity }: Format, counted: ReadonlySet<string>) {
    this.#identityOf = (value) => identity?.(value);
    this.#counted = counted;
  }

  /** What this recording had. */
  get here(): ReadonlySet<string> {
    return this.#here;
  }

  /** Looks at the next value. */
  novelty(value: unknown): Novelty {
    const identity = this.#identityOf(value);
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
