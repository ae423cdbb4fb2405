/** One kind of thing that could not be used, how often it came, and where it came first. */
export interface Problem {
  readonly what: string;
  readonly count: number;
  readonly first: string;
}

/** How many kinds are told apart; all further ones are counted as one. */
const MOST_KINDS = 200;

/**
 * What a recording held that the replay could not use: counted, never dropped in silence. It grows with the
 * kinds of problems, not with their number.
 *
 * @example
 * const problems = new Problems();
 * problems.add("broken line", "session.jsonl:12");
 * problems.list(); // [{ what: "broken line", count: 1, first: "session.jsonl:12" }]
 */
export class Problems {
  readonly #kinds = new Map<string, { count: number; first: string }>();

  /** Counts one of `what`; `where` is kept for the first one. A kind's name is cut at 120 characters. */
  add(what: string, where: string): void {
    this.#count(what.length > 120 ? `${what.slice(0, 120)}…` : what, where, 1);
  }

  /** All kinds, the first found first. */
  list(): Problem[] {
    return [...this.#kinds].map(([what, kind]) => ({ what, ...kind }));
  }

  /** Takes over what another has counted. */
  merge(others: readonly Problem[]): void {
    for (const { what, count, first } of others) this.#count(what, first, count);
  }

  #count(what: string, where: string, count: number): void {
    const name = this.#kinds.has(what) || this.#kinds.size < MOST_KINDS ? what : "other kinds of problems";
    const kind = this.#kinds.get(name);
    if (kind) kind.count += count;
    else this.#kinds.set(name, { count, first: where });
  }
}
