import { BLOCK_LINES } from "./line-hash.js";
import { LineTable } from "./line-table.js";
import type { TextLines } from "./text-lines.js";

/** A text of which lines are held. */
export interface HeldText {
  readonly key: string;
  readonly source: string | undefined;
  readonly file: number | undefined;
  /** Whether nothing stands between two of its lines but a newline. */
  readonly isPlain: boolean;
  /** The text that its lines stand in; `undefined` once it is forgotten. */
  text: string | undefined;
}

/** Lines of a text that one after the other have consecutive numbers: `at` to `to - 1`, numbered from `number` on. */
export interface PrintedStretch {
  readonly at: number;
  readonly to: number;
  readonly number: number;
}

/** A stretch by its places among the held lines, and its text. */
export interface HeldStretch extends PrintedStretch {
  readonly of: HeldText;
}

const NEWLINE = 10;

/** The forgotten lines are taken out where they are more than one of so many lines that are not. */
const DEAD_PART = 8;

const placeHash = (block: number, file: number, number: number): number =>
  Math.imul(block ^ Math.imul(file + 1, 0x85ebca6b), 0x27d4eb2f) ^ Math.imul(number, 0x165667b1);

/**
 * The lines that results print, in the order of the results: of each where it begins in its text, and the hash of the
 * block that begins with it. A line is named by its place among them.
 */
export class HeldLines {
  /** Blocks by their hash; of equal ones of a result only the one furthest up. */
  #blocks = new LineTable();
  /** Blocks of files by their hash, file and number. */
  #places = new LineTable();
  #starts = new Uint32Array(0);
  #hashes = new Int32Array(0);
  #count = 0;
  #dead = 0;
  #stretches: HeldStretch[] = [];
  /** Where the stretches of a result begin, by its key. */
  #keys = new Map<string, number>();
  #files = new Map<string, number>();
  /** Where in the stretches the last one was found: the next is mostly the same. */
  #found = 0;

  /** How many lines are held. */
  get size(): number {
    return this.#count - this.#dead;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** The number of a file whose lines are held. */
  fileNumber(file: string): number | undefined {
    return this.#files.get(file);
  }

  /** @throws {Error} the key's lines are held already, and another result's since */
  add(
    lines: TextLines,
    stretches: readonly PrintedStretch[],
    { key, source, file }: { key: string; source: string | undefined; file: string | undefined },
  ): void {
    const goesOn = this.#stretches.at(-1)?.of.key === key;
    const first = this.#keys.get(key);
    if (first !== undefined && !goesOn) {
      throw new Error(`${key} was printed before: the texts of a result are printed one after the other`);
    }
    if (first === undefined) this.#keys.set(key, this.#stretches.length);
    const resultAt = first === undefined ? this.#count : (this.#stretches[first]?.at ?? 0);
    const fileNumber = file === undefined ? undefined : (this.#files.get(file) ?? this.#files.size);
    if (file !== undefined && fileNumber !== undefined) this.#files.set(file, fileNumber);
    const of: HeldText = { key, source, file: fileNumber, isPlain: lines.isPlain, text: lines.text };
    this.#reserve(
      stretches.reduce((sum, { at, to }) => sum + to - at, 0),
      fileNumber !== undefined,
    );
    for (const stretch of stretches) this.#addStretch(lines, stretch, of, resultAt);
  }

  /** Lets go of the texts of these results; their lines are taken out when enough of them have gathered. */
  forget(keys: Iterable<string>): void {
    for (const key of keys) {
      const first = this.#keys.get(key);
      if (first === undefined) continue;
      this.#keys.delete(key);
      for (let index = first; this.#stretches[index]?.of.key === key; index++) {
        const stretch = this.#stretches[index];
        if (stretch === undefined) break;
        stretch.of.text = undefined;
        this.#dead += stretch.to - stretch.at;
      }
    }
    if (this.#dead * DEAD_PART > this.size) this.#takeOutDead();
  }

  copy(): HeldLines {
    const copy = new HeldLines();
    copy.#blocks = this.#blocks.copy();
    copy.#places = this.#places.copy();
    copy.#starts = this.#starts.slice();
    copy.#hashes = this.#hashes.slice();
    copy.#count = this.#count;
    copy.#dead = this.#dead;
    copy.#keys = new Map(this.#keys);
    copy.#files = new Map(this.#files);
    let of: HeldText | undefined;
    let own: HeldText | undefined;
    for (const stretch of this.#stretches) {
      if (own === undefined || stretch.of !== of) {
        of = stretch.of;
        own = { ...of };
      }
      copy.#stretches.push({ ...stretch, of: own });
    }
    return copy;
  }

  /** The newest block that may be equal to one of this hash, or -1. */
  newestBlock(hash: number): number {
    return this.#sameHash(this.#blocks, this.#blocks.first(hash), hash);
  }

  olderBlock(line: number, hash: number): number {
    return this.#sameHash(this.#blocks, this.#blocks.next(line), hash);
  }

  /** The newest block of this file that may be equal to one of this hash and stands under the same number, or -1. */
  newestPlace(hash: number, file: number, number: number): number {
    return this.#samePlace(this.#places.first(placeHash(hash, file, number)), hash, file, number);
  }

  olderPlace(line: number, hash: number, file: number, number: number): number {
    return this.#samePlace(this.#places.next(line), hash, file, number);
  }

  /** Whether the block that begins with a held line may be equal to one of this hash. */
  mayBegin(line: number, hash: number): boolean {
    return this.#hashes[line] === hash;
  }

  /** The stretch that a held line is in. */
  stretchOf(line: number): HeldStretch {
    const near = this.#stretches[this.#found];
    if (near !== undefined && near.at <= line && line < near.to) return near;
    let low = 0;
    let high = this.#stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#stretches[middle]?.at ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    this.#found = low;
    const stretch = this.#stretches[low];
    if (stretch === undefined) throw new Error(`no line ${line} is held`);
    return stretch;
  }

  /** Whether `count` lines of a text from `index` on are equal to the held ones from `line` on: compared, not hashed. */
  areEqual(lines: TextLines, index: number, line: number, count: number): boolean {
    const { of } = this.stretchOf(line);
    const { text, isPlain } = of;
    if (text === undefined) return false;
    if (isPlain && lines.isPlain) return this.#isPartAt(lines, index, index + count, text, line);
    for (let next = 0; next < count; next++) {
      if (!this.#isPartAt(lines, index + next, index + next + 1, text, line + next)) return false;
    }
    return true;
  }

  /** Whether what stands in a text from line `from` to `to - 1` stands in `text` at a held line, in whole lines. */
  #isPartAt(lines: TextLines, from: number, to: number, text: string, line: number): boolean {
    const start = lines.lineStart(from);
    const end = lines.lineEnd(to - 1);
    const at = this.#starts[line] ?? 0;
    const stop = at + end - start;
    if (stop > text.length || (stop < text.length && text.charCodeAt(stop) !== NEWLINE)) return false;
    return text.slice(at, stop) === lines.text.slice(start, end);
  }

  #sameHash(table: LineTable, from: number, hash: number): number {
    let line = from;
    while (line >= 0 && this.#hashes[line] !== hash) line = table.next(line);
    return line;
  }

  #samePlace(from: number, hash: number, file: number, number: number): number {
    let line = this.#sameHash(this.#places, from, hash);
    while (line >= 0) {
      const stretch = this.stretchOf(line);
      if (stretch.of.file === file && stretch.number + line - stretch.at === number) return line;
      line = this.#sameHash(this.#places, this.#places.next(line), hash);
    }
    return line;
  }

  #addStretch(lines: TextLines, { at, to, number }: PrintedStretch, of: HeldText, resultAt: number): void {
    const first = this.#count;
    this.#stretches.push({ at: first, to: first + to - at, number, of });
    for (let index = at; index < to; index++) {
      this.#starts[first + index - at] = lines.lineStart(index);
      this.#hashes[first + index - at] = lines.block(index);
    }
    this.#count += to - at;
    for (let index = at; index + BLOCK_LINES <= to; index++) {
      const line = first + index - at;
      const hash = lines.block(index);
      if (of.file !== undefined) this.#places.add(line, placeHash(hash, of.file, number + index - at));
      if (!this.#isFurtherUp(lines, index, hash, resultAt)) this.#blocks.add(line, hash);
    }
  }

  /** Whether an equal block of the same result is in the table. */
  #isFurtherUp(lines: TextLines, index: number, hash: number, resultAt: number): boolean {
    for (let line = this.#blocks.first(hash); line >= resultAt; line = this.#blocks.next(line)) {
      if (this.#hashes[line] === hash && this.areEqual(lines, index, line, BLOCK_LINES)) return true;
    }
    return false;
  }

  #reserve(more: number, ofFile: boolean): void {
    const lines = this.#count + more;
    if (lines > this.#starts.length) {
      const size = Math.max(lines, this.#count + (this.#count >>> 2));
      const starts = new Uint32Array(size);
      const hashes = new Int32Array(size);
      starts.set(this.#starts.subarray(0, this.#count));
      hashes.set(this.#hashes.subarray(0, this.#count));
      this.#starts = starts;
      this.#hashes = hashes;
    }
    this.#blocks.reserve(lines, more, (line) => this.#hashes[line] ?? 0);
    if (ofFile) this.#places.reserve(lines, more, (line) => this.#placeOf(line));
  }

  #placeOf(line: number): number {
    const { at, number, of } = this.stretchOf(line);
    return placeHash(this.#hashes[line] ?? 0, of.file ?? 0, number + line - at);
  }

  /** Moves what is not forgotten together. */
  #takeOutDead(): void {
    const alive = this.#stretches.filter(({ of }) => of.text !== undefined);
    const size = this.size;
    const [blocks, places, starts, hashes] = [this.#blocks, this.#places, this.#starts, this.#hashes];
    this.#blocks = new LineTable();
    this.#places = new LineTable();
    this.#starts = new Uint32Array(size);
    this.#hashes = new Int32Array(size);
    this.#keys = new Map();
    this.#stretches = [];
    this.#count = 0;
    this.#dead = 0;
    this.#found = 0;
    this.#blocks.reserve(size, size, () => 0);
    if (alive.some(({ of }) => of.file !== undefined)) this.#places.reserve(size, size, () => 0);
    for (const { at, to, number, of } of alive) {
      const first = this.#count;
      if (!this.#keys.has(of.key)) this.#keys.set(of.key, this.#stretches.length);
      this.#stretches.push({ at: first, to: first + to - at, number, of });
      this.#starts.set(starts.subarray(at, to), first);
      this.#hashes.set(hashes.subarray(at, to), first);
      this.#count += to - at;
      for (let line = at; line < to; line++) {
        const moved = first + line - at;
        if (blocks.has(line)) this.#blocks.add(moved, hashes[line] ?? 0);
        if (places.has(line))
          this.#places.add(moved, placeHash(hashes[line] ?? 0, of.file ?? 0, number + line - at));
      }
    }
  }
}
