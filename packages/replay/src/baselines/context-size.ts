/** What all model calls of a session read, in the unit of the measure (characters or tokens). */
export interface CallTotals {
  calls: number;
  /** Sum of the inputs of all calls. */
  input: number;
  /** Of that, what was read from the provider's cache; all else was written to it. */
  cached: number;
  /** What had been in the cache and was written again, since something before it was changed. */
  rewritten: number;
  /** The input in units of uncached input: what was read from the cache at 0.1, what was written to it at 1.25. */
  priced: number;
}

/** What providers take for input that is read from the cache or written to it, of the price of input without one. */
export const CACHE_PRICES = { read: 0.1, write: 1.25 } as const;

interface Part {
  readonly start: number;
  readonly size: number;
  readonly id: string;
}

/**
 * How long the conversation is at each model call, and how much of it the provider has cached: all that the call
 * before had read, up to the first place that was changed since, unless the cache's lifetime is over.
 *
 * @example
 * const size = new ContextSize();
 * size.add(1000);
 * size.call(); // reads 1,000, all written to the cache
 * size.add(200);
 * size.call(); // reads 1,200, of which 1,000 were cached
 */
export class ContextSize {
  readonly totals: CallTotals = { calls: 0, input: 0, cached: 0, rewritten: 0, priced: 0 };
  /** How long the conversation was at each call. */
  readonly lengths: number[] = [];
  #size = 0;
  #cached = 0;
  /** How much of what is there the call before had read, cached or not. */
  #known = 0;
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

  /**
   * The model is called with all that is there.
   *
   * @param isCounted whether no other recording had the call
   * @param isLapsed whether the cache's lifetime is over
   */
  call(isCounted = true, isLapsed = false): void {
    if (isCounted) {
      const cached = isLapsed ? 0 : this.#cached;
      this.totals.calls += 1;
      this.totals.input += this.#size;
      this.totals.cached += cached;
      if (!isLapsed) this.totals.rewritten += this.#known - cached;
      this.totals.priced += cached * CACHE_PRICES.read + (this.#size - cached) * CACHE_PRICES.write;
      this.lengths.push(this.#size);
    }
    this.#cached = this.#size;
    this.#known = this.#size;
  }

  /** Puts a text of `size` in the place of these results, or of all but the newest `keep`. */
  clear(which: { readonly ids: ReadonlySet<string> } | { readonly keep: number }, size: number): void {
    const results = this.#results;
    if ("keep" in which && results.length <= which.keep) return;
    const goes = (part: Part, at: number): boolean =>
      "ids" in which ? which.ids.has(part.id) : at < results.length - which.keep;
    let removed = 0;
    let known = this.#known;
    this.#results = results.flatMap((part, at) => {
      const start = part.start - removed;
      if (!goes(part, at)) return [{ ...part, start }];
      if (part.start < this.#known) known -= part.size;
      this.#cached = Math.min(this.#cached, start);
      removed += part.size - size;
      return [];
    });
    this.#size -= removed;
    this.#known = known;
  }

  /**
   * Puts a text of `size` in the place of the results that are older than the newest `protect` of all results, where
   * they have at least `minimum` together. One that is not longer than the text stays.
   */
  prune({ protect, minimum }: { readonly protect: number; readonly minimum: number }, size: number): void {
    if (this.#size <= protect) return;
    const ids = new Set<string>();
    let [seen, freed] = [0, 0];
    for (let at = this.#results.length - 1; at >= 0; at -= 1) {
      const part = this.#results[at];
      if (part === undefined) break;
      seen += part.size;
      if (seen <= protect || part.size <= size) continue;
      ids.add(part.id);
      freed += part.size;
    }
    if (ids.size > 0 && freed >= minimum) this.clear({ ids }, size);
  }

  /** Texts of `size` together that stood at the end are taken back. */
  takeBack(size: number): void {
    this.#size -= size;
    this.#cached = Math.min(this.#cached, this.#size);
    this.#known = Math.min(this.#known, this.#size);
  }

  /** A summary takes the place of everything but these results. */
  compact(kept: ReadonlySet<string>): void {
    const stays = this.#results.filter(({ id }) => kept.has(id));
    this.#size = 0;
    this.#cached = 0;
    this.#known = 0;
    this.#results = [];
    for (const { size, id } of stays) this.add(size, id);
  }
}
