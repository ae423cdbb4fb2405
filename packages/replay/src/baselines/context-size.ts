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
    for (; this.#whole - this.#wholeOlder > protect; this.#older += 1)
      this.#wholeOlder += openSize(this.#parts[this.#older]);
    if (this.#wholeOlder >= minimum) this.#settle(this.#older, size, keepsShort);
  }

  /**
   * Takes these results out, and texts of `said` together: of where they stood it is known only that it was the end, or
   * else before the results.
   */
  forget(ids: ReadonlySet<string>, said: number): void {
    const parts = this.#parts;
    const gone = parts.map(({ id }) => ids.has(id));
    const gaps = [...parts.map(({ gap }) => gap), this.#gap];
    let left = said;
    const take = (at: number): void => {
      const gap = gaps[at] ?? 0;
      gaps[at] = gap - Math.min(left, gap);
      left -= Math.min(left, gap);
    };
    if (gone.at(-1) !== false || !gone.includes(true)) take(parts.length);
    for (let at = parts.length - 1; at >= 0; at -= 1) if (gone[at]) take(at);
    for (let at = parts.length; at >= 0 && left > 0; at -= 1) take(at);
    let start = 0;
    for (const [at, gap] of gaps.entries()) {
      const part = parts[at];
      const before = part?.gap ?? this.#gap;
      start += gap;
      if (gap < before) {
        const known = at < this.#knownParts ? before : at === this.#knownParts ? this.#knownGap : 0;
        this.#cut(start, Math.max(0, known - gap));
        if (at === this.#knownParts) this.#knownGap = Math.min(known, gap);
      }
      if (part === undefined) this.#gap = gap;
      else {
        part.gap = gap;
        if (gone[at]) this.#cut(start, at < this.#knownParts ? part.shown : 0);
        else start += part.shown;
      }
    }
    this.#keep(({ id }) => !ids.has(id));
    this.#size = start;
  }

  /** A summary takes the place of everything but these results, as they stand there. */
  compact(kept: ReadonlySet<string>): void {
    for (const part of this.#parts) part.gap = 0;
    this.#gap = 0;
    this.#keep(({ id }) => kept.has(id));
    this.#size = this.#parts.reduce((sum, { shown }) => sum + shown, 0);
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

  /** Only these results are there from now on, and all that was said. */
  #keep(stays: (part: Part) => boolean): void {
    const parts: Part[] = [];
    let [settled, known, gap] = [0, 0, 0];
    const passed = this.#knownParts;
    this.#settledSize = 0;
    this.#whole = 0;
    this.#hidden = 0;
    for (const [at, part] of this.#parts.entries()) {
      if (at === passed) this.#knownGap += gap;
      gap += part.gap;
      if (!stays(part)) continue;
      parts.push({ ...part, gap });
      if (at < this.#settled) {
        settled += 1;
        this.#settledSize += gap + part.shown;
      }
      if (at < this.#knownParts) known += 1;
      this.#whole += openSize(part);
      if (part.isOut) this.#hidden += part.size - part.shown;
      gap = 0;
    }
    if (passed === this.#parts.length) this.#knownGap += gap;
    this.#parts = parts;
    this.#gap += gap;
    this.#settled = settled;
    this.#knownParts = known;
    // What is older is found anew: less may stand behind it.
    this.#older = 0;
    this.#wholeOlder = 0;
  }
}
