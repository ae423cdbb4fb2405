/** What all model calls of a session read, in the unit of the measure (characters or tokens). */
export interface CallTotals {
  calls: number;
  /** Sum of the inputs of all calls. */
  input: number;
  /** The same, with what the call before had read already at a tenth. */
  priced: number;
}

/** What providers take for input that was cached, of the full price. */
const CACHED_PRICE = 0.1;

interface Part {
  readonly start: number;
  readonly size: number;
  readonly id: string;
}

/**
 * How long the conversation is at each model call, and how much of it the provider has cached: all that the call
 * before had read, up to the first place that was changed since.
 *
 * @example
 * const size = new ContextSize();
 * size.add(1000);
 * size.call(); // reads 1,000, all at the full price
 * size.add(200);
 * size.call(); // reads 1,200, of which 1,000 were cached
 */
export class ContextSize {
  readonly totals: CallTotals = { calls: 0, input: 0, priced: 0 };
  #size = 0;
  #cached = 0;
  /** Results that could be cleared, oldest first. */
  #results: Part[] = [];

  /** The length of the conversation now. */
  get size(): number {
    return this.#size;
  }

  /** Adds a text; with an id, a result that can be taken out later. */
  add(size: number, id?: string): void {
    if (id !== undefined) this.#results.push({ start: this.#size, size, id });
    this.#size += size;
  }

  /** The model is called with all that is there. `isCounted`: whether no other recording had the call. */
  call(isCounted = true): void {
    if (isCounted) {
      this.totals.calls += 1;
      this.totals.input += this.#size;
      this.totals.priced += this.#cached * CACHED_PRICE + this.#size - this.#cached;
    }
    this.#cached = this.#size;
  }

  /** Puts a text of `size` in the place of these results, or of all but the newest `keep`. */
  clear(which: { readonly ids: ReadonlySet<string> } | { readonly keep: number }, size: number): void {
    const results = this.#results;
    const goes = (part: Part, at: number): boolean =>
      "ids" in which ? which.ids.has(part.id) : at < results.length - which.keep;
    let removed = 0;
    this.#results = results.flatMap((part, at) => {
      const start = part.start - removed;
      if (!goes(part, at)) return [{ ...part, start }];
      this.#cached = Math.min(this.#cached, start);
      removed += part.size - size;
      return [];
    });
    this.#size -= removed;
  }

  /** A summary takes the place of everything but these results. */
  compact(kept: ReadonlySet<string>): void {
    const stays = this.#results.filter(({ id }) => kept.has(id));
    this.#size = 0;
    this.#cached = 0;
    this.#results = [];
    for (const { size, id } of stays) this.add(size, id);
  }
}
