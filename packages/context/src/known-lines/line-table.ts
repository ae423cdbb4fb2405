const END = -1;
/** Of a line that is not in the table. */
const ABSENT = -2;

const LEAST_SLOTS = 16;

/** Lines by a hash, the newest first: chains in typed arrays, at most three numbers for each line. */
export class LineTable {
  #heads = new Int32Array(LEAST_SLOTS).fill(END);
  #next = new Int32Array(0);
  #size = 0;

  /** The newest line whose hash may be this one, or -1. */
  first(hash: number): number {
    return this.#heads[this.#slot(hash)] ?? END;
  }

  /** The next older line of the same chain, or -1. */
  next(line: number): number {
    return this.#next[line] ?? END;
  }

  has(line: number): boolean {
    return (this.#next[line] ?? ABSENT) !== ABSENT;
  }

  /** Adds a line that is newer than all in the table. There is room for it: see `reserve`. */
  add(line: number, hash: number): void {
    const slot = this.#slot(hash);
    this.#next[line] = this.#heads[slot] ?? END;
    this.#heads[slot] = line;
    this.#size++;
  }

  /** Makes room for all lines below `lines`, `more` of them to be added; `hashOf` is asked for those that are there. */
  reserve(lines: number, more: number, hashOf: (line: number) => number): void {
    const { length } = this.#next;
    if (lines > length) {
      const next = new Int32Array(Math.max(lines, length + (length >>> 2))).fill(ABSENT, length);
      next.set(this.#next);
      this.#next = next;
    }
    let slots = this.#heads.length;
    while (slots < this.#size + more) slots *= 2;
    if (slots === this.#heads.length) return;
    this.#heads = new Int32Array(slots).fill(END);
    for (let line = 0; line < length; line++) {
      if (!this.has(line)) continue;
      const slot = this.#slot(hashOf(line));
      this.#next[line] = this.#heads[slot] ?? END;
      this.#heads[slot] = line;
    }
  }

  copy(): LineTable {
    const copy = new LineTable();
    copy.#heads = this.#heads.slice();
    copy.#next = this.#next.slice();
    copy.#size = this.#size;
    return copy;
  }

  #slot(hash: number): number {
    return (Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 7) & (this.#heads.length - 1);
  }
}
