/** One kind of thing that could not be used, how often it came, and where it came first. */
export interface Problem {
  readonly what: string;
  readonly count: number;
  readonly first: string;
}

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
    const name = what.length > 120 ? `${what.slice(0, 120)}…` : what;
    const kind = this.#kinds.get(name);
    if (kind) kind.count += 1;
    else if (this.#kinds.size < 200) this.#kinds.set(name, { count: 1, first: where });
    else this.#countRest(where);
  }

  /** All kinds, the first found first. */
  list(): Problem[] {
    return [...this.#kinds].map(([what, kind]) => ({ what, ...kind }));
  }

  /** Takes over what another has counted. */
  merge(others: readonly Problem[]): void {
    for (const { what, count, first } of others) {
      const kind = this.#kinds.get(what);
      if (kind) kind.count += count;
      else this.#kinds.set(what, { count, first });
    }
  }

  #countRest(where: string): void {
    const rest = this.#kinds.get("other kinds of problems");
    if (rest) rest.count += 1;
    else this.#kinds.set("other kinds of problems", { count: 1, first: where });
  }
}
