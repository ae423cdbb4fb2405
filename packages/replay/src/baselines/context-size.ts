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

/** A result, with what was said between the one before it and itself. */
interface Part {
  readonly id: string;
  gap: number;
  readonly size: number;
  /** How long what stands in the conversation is. */
  shown: number;
  /** Whether that is another text in its place. */
  isOut: boolean;
}

/** How long a result is that is not out. */
const openSize = (part: Part | undefined): number => (part === undefined || part.isOut ? 0 : part.size);

/** What an agent takes out by itself. */
export interface PruneBounds {
  /** So much of the newest results stays. */
  readonly protect: number;
  /** The older ones are taken out where they have at least so much together. */
  readonly minimum: number;
  /** Whether a result that is not longer than the text in its place stays. */
  readonly keepsShort: boolean;
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
  /** How much of what is there the call before had read, cached or not: so many results, and so much said behind them. */
  #known = 0;
  #knownParts = 0;
  #knownGap = 0;
  /** The results that are there, oldest first, and what was said since the newest. */
  #parts: Part[] = [];
  #gap = 0;
  /** So many of the oldest results are out, or stay for good; how long all is up to the end of the last of them. */
  #settled = 0;
  #settledSize = 0;
  /** So many of the oldest results are older than what a pruning protects. */
  #older = 0;
  /** How long the results are together that are not out: all, and the older ones. */
  #whole = 0;
  #wholeOlder = 0;
  /** How much longer the results that are out are than what stands in their place. */
  #hidden = 0;

  /** The length of the conversation now. */
  get size(): number {
    return this.#size;
  }

  /** The length that it would have if no result were out. */
  get wholeSize(): number {
    return this.#size + this.#hidden;
  }

  /** Adds a text; with an id, a result that can be taken out later. */
  add(size: number, id?: string): void {
    this.#size += size;
    if (id === undefined) this.#gap += size;
    else {
      this.#parts.push({ id, gap: this.#gap, size, shown: size, isOut: false });
      this.#gap = 0;
      this.#whole += size;
    }
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
    this.#knownParts = this.#parts.length;
    this.#knownGap = this.#gap;
  }

  /** Puts a text of `size` in the place of all results but the newest `keep`, which are there whole. */
  clear(keep: number, size: number): void {
    const end = Math.max(0, this.#parts.length - keep);
    for (const part of this.#parts.slice(end, this.#settled).toReversed()) {
      this.#settled -= 1;
      this.#settledSize -= part.gap + part.shown;
      this.#show(part, part.size, false);
    }
    this.#settle(end, size, false);
  }

  /**
   * Puts a text of `size` in the place of the results that are older than the newest `protect` of all results, where
   * they have at least `minimum` together. Those that are out already do not count.
   */
  prune({ protect, minimum, keepsShort }: PruneBounds, size: number): void {
    const newest = (): number => this.#whole - this.#wholeOlder;
    // Where results behind it were taken out, less is older than before.
    for (
      ;
      this.#older > this.#settled && newest() + openSize(this.#parts[this.#older - 1]) <= protect;
      this.#older -= 1
    )
      this.#wholeOlder -= openSize(this.#parts[this.#older - 1]);
    for (; newest() > protect; this.#older += 1) this.#wholeOlder += openSize(this.#parts[this.#older]);
    if (this.#wholeOlder >= minimum) this.#settle(this.#older, size, keepsShort);
  }

  /**
   * Takes these results out, and texts of `said` together: of where they stood it is known only that it was the end, or
   * else before the results.
   */
  forget(ids: ReadonlySet<string>, said: number): void {
    const last = this.#parts.at(-1);
    let left = said;
    if (last === undefined || ids.has(last.id))
      left = this.#takeGap(this.#parts.length, this.#size - this.#gap, left);
    let [from, sought, end] = [this.#parts.length, ids.size, this.#size - this.#gap];
    while (from > 0 && sought > 0) {
      from -= 1;
      const part = this.#parts[from];
      if (part === undefined) break;
      const start = end - part.shown;
      end = start - part.gap;
      if (!ids.has(part.id)) continue;
      sought -= 1;
      this.#cut(start, from < this.#knownParts ? part.shown : 0);
      left = this.#takeGap(from, end, left);
    }
    this.#remove(from, (part) => ids.has(part.id));
    end = this.#size;
    for (let at = this.#parts.length; at >= 0 && left > 0; at -= 1) {
      end -= this.#parts[at]?.shown ?? 0;
      end -= this.#parts[at]?.gap ?? this.#gap;
      left = this.#takeGap(at, end, left);
    }
  }

  /** A summary takes the place of everything but these results, as they stand there. */
  compact(kept: ReadonlySet<string>): void {
    this.#remove(0, ({ id }) => !kept.has(id));
    this.#size = 0;
    this.#settledSize = 0;
    for (const [at, part] of this.#parts.entries()) {
      part.gap = 0;
      this.#size += part.shown;
      if (at < this.#settled) this.#settledSize += part.shown;
    }
    this.#gap = 0;
    this.#cached = 0;
    this.#known = 0;
    this.#knownParts = 0;
    this.#knownGap = 0;
  }

  /** Results up to this one go out, once. */
  #settle(end: number, size: number, keepsShort: boolean): void {
    for (const part of this.#parts.slice(this.#settled, Math.max(this.#settled, end))) {
      if (!part.isOut && !(keepsShort && part.size <= size)) this.#show(part, size, true);
      this.#settledSize += part.gap + part.shown;
      this.#settled += 1;
    }
  }

  /** Another text is shown of the first result behind the settled ones. */
  #show(part: Part, shown: number, isOut: boolean): void {
    this.#cut(this.#settledSize + part.gap, this.#settled < this.#knownParts ? part.shown : 0);
    this.#size += shown - part.shown;
    this.#hidden += part.shown - shown;
    const whole = isOut ? -part.size : part.size;
    this.#whole += whole;
    if (this.#settled < this.#older) this.#wholeOlder += whole;
    part.shown = shown;
    part.isOut = isOut;
  }

  /** From there on nothing is cached, and so much that was known is gone. */
  #cut(start: number, known: number): void {
    this.#cached = Math.min(this.#cached, start);
    this.#known -= known;
  }

  /** Takes what was said last before a result, which begins at `start`, or behind all of them; gives what is left to take. */
  #takeGap(at: number, start: number, said: number): number {
    const part = this.#parts[at];
    const gap = part?.gap ?? this.#gap;
    const taken = Math.min(said, gap);
    if (taken === 0) return said;
    const stays = gap - taken;
    const known = at < this.#knownParts ? gap : at === this.#knownParts ? this.#knownGap : 0;
    this.#cut(start + stays, Math.max(0, known - stays));
    if (at === this.#knownParts) this.#knownGap = Math.min(known, stays);
    if (at < this.#settled) this.#settledSize -= taken;
    this.#size -= taken;
    if (part === undefined) this.#gap = stays;
    else part.gap = stays;
    return said - taken;
  }

  /** Results from this one on are there no more; what was said before them stays. */
  #remove(from: number, goes: (part: Part) => boolean): void {
    const [settled, known] = [this.#settled, this.#knownParts];
    const older = this.#older;
    const behind = this.#parts.splice(from);
    let gap = 0;
    const pass = (at: number): void => {
      if (at === settled) this.#settledSize -= gap;
      if (at === known) this.#knownGap += gap;
    };
    for (const [at, part] of behind.entries()) {
      const place = from + at;
      pass(place);
      gap += part.gap;
      if (!goes(part)) {
        part.gap = gap;
        gap = 0;
        this.#parts.push(part);
        continue;
      }
      this.#size -= part.shown;
      this.#whole -= openSize(part);
      if (part.isOut) this.#hidden -= part.size - part.shown;
      if (place < known) this.#knownParts -= 1;
      if (place < older) {
        this.#older -= 1;
        this.#wholeOlder -= openSize(part);
      }
      if (place < settled) {
        this.#settled -= 1;
        this.#settledSize -= part.shown;
      }
    }
    pass(from + behind.length);
    this.#gap += gap;
  }
}
