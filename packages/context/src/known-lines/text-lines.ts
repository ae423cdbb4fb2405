import { numberWidth } from "../text/line-numbers.js";
import { BLOCK_LINES, type LineKey, lineKey, nextBlock } from "./line-hash.js";

/** Lines that stand one after the other with consecutive numbers: from line `at` (from 0) on, numbered from `number` on. */
export interface Stretch {
  readonly at: number;
  readonly count: number;
  readonly number: number;
}

/** What a text is, and so what its marks say: lines of a file, a text without numbers, a text that numbers its lines. */
export type TextKind = "file" | "text" | "numbered";

/** What is known of each line, one after the other: where it begins and ends, its hash, and that of its block. */
const FIELDS = 4;
const END = 1;
const HASH = 2;
const BLOCK = 3;

/** What is known of the lines of a text: `count` rows of an array, from `base` on. */
interface Layout {
  readonly rows: Int32Array;
  readonly base: number;
  readonly count: number;
}

/** How a line's number is read: where the compared part of the line begins, and what it takes beside one byte a unit. */
interface NumberRule {
  readonly startOf: (at: number, index: number) => number;
  readonly moreBytes: number;
}

const NEWLINE = 10;
const CHUNK_UNITS = 32_768;
/** Bytes are hashed by so many at a time. */
const WORD = 4;

/** The bytes of a text, chunk by chunk: engines go through bytes several times faster than through texts. */
class Utf8Chunks {
  readonly bytes = new Uint8Array(3 * CHUNK_UNITS + WORD);
  readonly view = new DataView(this.bytes.buffer);
  readonly #encoder = new TextEncoder();
  /** How many units of the text the chunk begins with, and how many bytes it has. */
  units = 0;
  length = 0;
  /** The unit of the text that the first byte is of; `undefined` where a unit may have several bytes. */
  start: number | undefined;

  /** Begins a text. */
  clear(): void {
    this.length = 0;
    this.start = 0;
  }

  /** The bytes from unit `from` on, behind those of the chunk before from byte `kept` on. */
  read(text: string, from: number, kept: number): void {
    let end = Math.min(text.length, from + CHUNK_UNITS);
    // A character of two units is not parted.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    const before = this.length - kept;
    if (before > 0) this.bytes.copyWithin(0, kept, this.length);
    const place = before === 0 ? this.bytes : this.bytes.subarray(before);
    const { written } = this.#encoder.encodeInto(text.slice(from, end), place);
    this.units = end - from;
    this.length = before + written;
    const isAscii = written === this.units && (before === 0 || this.start !== undefined);
    this.start = isAscii ? from - before : undefined;
  }
}

let sharedChunks: Utf8Chunks | undefined;

const SHARED_ROWS = 4_096;

/** Rows of short texts, one text after the other: an array for each would take as long to make as to fill. */
let sharedRows = new Int32Array(0);
let sharedUsed = 0;

/** Lines as they are found. */
class LayoutWriter {
  readonly #isShared: boolean;
  #rows: Int32Array<ArrayBuffer>;
  #base: number;
  count = 0;

  /** @param length how many units the text has */
  constructor(length: number) {
    this.#isShared = length <= CHUNK_UNITS;
    this.#rows = this.#isShared ? sharedRows : new Int32Array(FIELDS * (length >>> 5));
    this.#base = this.#isShared ? sharedUsed : 0;
  }

  add(start: number, end: number, hash: number): void {
    const row = this.#base + FIELDS * this.count;
    if (row === this.#rows.length) {
      this.#grow();
      this.add(start, end, hash);
      return;
    }
    this.#rows[row] = start;
    this.#rows[row + END] = end;
    this.#rows[row + HASH] = hash;
    this.count++;
  }

  #grow(): void {
    const own = this.#rows.subarray(this.#base);
    const larger = new Int32Array(FIELDS * Math.max(SHARED_ROWS, 2 * this.count));
    larger.set(own);
    this.#rows = larger;
    this.#base = 0;
    if (this.#isShared) sharedRows = larger;
  }

  layout(): Layout {
    if (this.#isShared) sharedUsed = this.#base + FIELDS * this.count;
    return { rows: this.#rows, base: this.#base, count: this.count };
  }
}

/** Whether one of four bytes is a newline. */
const hasNewline = (word: number): boolean => {
  const other = word ^ 0x0a0a0a0a;
  return ((other - 0x01010101) & ~other & 0x80808080) !== 0;
};

/** The hash of a line: of its words, taken in two lanes, and of the up to three bytes behind them. */
const mixLanes = (even: number, odd: number, rest: number, multiplier: number): number => {
  const last = Math.imul(((even << 5) | (even >>> 27)) ^ rest, multiplier);
  const mixed = Math.imul(last ^ (odd >>> 15), multiplier) ^ odd;
  return Math.imul(mixed ^ (mixed >>> 13), multiplier);
};

/** One pass over the text: where its lines are, and what they hash to. */
const layOut = (text: string, numbers: NumberRule | undefined, { seed, multiplier }: LineKey): Layout => {
  const { length } = text;
  const writer = new LayoutWriter(length);
  if (length === 0) return writer.layout();
  sharedChunks ??= new Utf8Chunks();
  const chunks = sharedChunks;
  const { bytes, view } = chunks;
  chunks.clear();
  // The bytes of a line's number are passed.
  const passedBytes = (at: number, start: number): number =>
    numbers === undefined || start === at ? 0 : start - at + numbers.moreBytes;
  let start = numbers === undefined ? 0 : numbers.startOf(0, 0);
  let passed = passedBytes(0, start);
  let even = seed;
  let odd = multiplier;
  let rest = 0;
  let index = 0;
  for (let from = 0; from < length; from += chunks.units) {
    chunks.read(text, from, index);
    const { start: first, length: written } = chunks;
    index = 0;
    for (;;) {
      if (passed > 0) {
        const here = Math.min(passed, written - index);
        passed -= here;
        index += here;
      }
      // What differs where one lane cannot tell it from what comes next stands elsewhere in the other.
      for (; index + WORD <= written; index += WORD) {
        const word = view.getInt32(index, true);
        if (hasNewline(word)) break;
        even = Math.imul(((even << 5) | (even >>> 27)) ^ word, multiplier);
        odd = Math.imul(((odd << 5) | (odd >>> 27)) ^ ((word << 16) | (word >>> 16)), multiplier);
      }
      let at = index;
      rest = 0;
      for (; at < written; at++) {
        const byte = bytes[at] ?? NEWLINE;
        if (byte === NEWLINE) break;
        rest = (rest << 8) | byte;
      }
      // What makes no whole word waits for the next chunk.
      if (at === written) break;
      const end = first === undefined ? text.indexOf("\n", start) : first + at;
      writer.add(start, end, mixLanes(even, odd, rest, multiplier));
      const next = end + 1;
      start = numbers === undefined || next === length ? next : numbers.startOf(next, writer.count);
      passed = passedBytes(next, start);
      even = seed;
      odd = multiplier;
      index = at + 1;
    }
  }
  if (!text.endsWith("\n")) writer.add(start, length, mixLanes(even, odd, rest, multiplier));
  return writer.layout();
};

/**
 * A well-formed text as lines that can be known: where each begins behind its number, and the numbers. Made by
 * `textLines`, `fileLines` and `numberedLines`. Specification 2.20.
 *
 * @example textLines("one\ntwo\n").line(1) // "two"
 */
export class TextLines {
  readonly text: string;
  readonly kind: TextKind;
  readonly stretches: readonly Stretch[];
  /** How many lines the text has. */
  readonly count: number;
  /** Whether nothing stands between two lines but a newline: such lines are compared many at a time. */
  readonly isPlain: boolean;
  readonly #rows: Int32Array;
  readonly #base: number;
  #hasBlocks = false;

  constructor(
    text: string,
    kind: TextKind,
    stretchesOf: (count: number) => readonly Stretch[],
    numbers?: NumberRule,
    key: LineKey = lineKey(),
  ) {
    const { rows, base, count } = layOut(text, numbers, key);
    this.text = text;
    this.kind = kind;
    this.count = count;
    this.#rows = rows;
    this.#base = base;
    this.isPlain = numbers === undefined;
    this.stretches = stretchesOf(count);
  }

  /** The hash of a line. */
  hash(index: number): number {
    return this.#rows[this.#base + FIELDS * index + HASH] ?? 0;
  }

  /** The hash of the block that begins at a line; of no use where fewer than eight lines follow. */
  block(index: number): number {
    if (!this.#hasBlocks) this.#hashBlocks();
    return this.#rows[this.#base + FIELDS * index + BLOCK] ?? 0;
  }

  /** A line (from 0) without its number and its newline. */
  line(index: number): string {
    return this.text.slice(this.lineStart(index), this.lineEnd(index));
  }

  lineStart(index: number): number {
    if (index >= this.count) return this.text.length;
    return this.#rows[this.#base + FIELDS * index] ?? 0;
  }

  lineEnd(index: number): number {
    if (index >= this.count) return this.text.length;
    return this.#rows[this.#base + FIELDS * index + END] ?? 0;
  }

  /** Where a line begins, its number included. */
  rowStart(index: number): number {
    return index === 0 ? 0 : this.lineEnd(index - 1) + 1;
  }

  #hashBlocks(): void {
    const rows = this.#rows;
    let hash = 0;
    for (let line = 0; line < this.count; line++) {
      const first = line - BLOCK_LINES;
      hash = nextBlock(hash, first < 0 ? 0 : this.hash(first), this.hash(line));
      if (first >= -1) rows[this.#base + FIELDS * (first + 1) + BLOCK] = hash;
    }
    this.#hasBlocks = true;
  }

  /** The number of a line (from 0); `undefined` where it has none. */
  numberOf(index: number): number | undefined {
    let low = 0;
    let high = this.stretches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.stretches[middle]?.at ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    const stretch = this.stretches[low - 1];
    return stretch === undefined || index >= stretch.at + stretch.count
      ? undefined
      : stretch.number + index - stretch.at;
  }
}

const oneStretch =
  (number: number) =>
  (count: number): Stretch[] =>
    count === 0 ? [] : [{ at: 0, count, number }];

/**
 * The lines of an output, by their place from 1. Specification 2.20.
 *
 * @example textLines("one\ntwo\n").numberOf(1) // 2
 */
export const textLines = (text: string): TextLines => new TextLines(text, "text", oneStretch(1));

/**
 * Lines of a file, the first of them line `first` of it; `prefix`: each stands behind `n: `. Specification 2.20.
 *
 * @example fileLines("7: one\n8: two\n", 7, true).line(0) // "one"
 */
export const fileLines = (text: string, first = 1, prefix = false): TextLines =>
  new TextLines(
    text,
    "file",
    oneStretch(first),
    prefix ? { startOf: (at, index) => at + numberWidth(first + index), moreBytes: 0 } : undefined,
  );

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

const SPACE = 32;
const ZERO = 48;
const NINE = 57;
const MOST_DIGITS = 15;

/** Reads the numbers of a text whose lines begin with a number and a separator. Specification 2.25. */
class NumberReader {
  readonly #text: string;
  readonly #separator: string;
  #last = -1;
  /** Whether each number was greater than the one before. */
  isRising = true;
  readonly stretches: { at: number; count: number; number: number }[] = [];

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
  }

  /** Where the line goes on behind its number; where it begins, if it has none. */
  read(at: number, index: number): number {
    let digits = at;
    while (this.#text.charCodeAt(digits) === SPACE) digits++;
    let end = digits;
    let number = 0;
    for (; end - digits <= MOST_DIGITS; end++) {
      const unit = this.#text.charCodeAt(end);
      if (!(unit >= ZERO && unit <= NINE)) break;
      number = number * 10 + unit - ZERO;
    }
    if (end === digits || end - digits > MOST_DIGITS || !this.#text.startsWith(this.#separator, end))
      return at;
    if (number <= this.#last) this.isRising = false;
    const open = this.stretches.at(-1);
    if (open !== undefined && open.at + open.count === index && number === this.#last + 1) open.count++;
    else this.stretches.push({ at: index, count: 1, number });
    this.#last = number;
    return end + this.#separator.length;
  }
}

/**
 * A text that numbers its lines itself, by what ends a number (`"→"`, a tab, `": "`); `undefined` where no line has a
 * number, or one that is not greater than the one before: then it is as a text without. Specification 2.25.
 *
 * @example numberedLines("  7→one\n  8→two\n", "→")?.numberOf(1) // 8
 */
export const numberedLines = (text: string, separator: string): TextLines | undefined => {
  // A line holds no newline, so such a separator ends no number.
  if (separator === "" || separator.includes("\n")) return undefined;
  const numbers = new NumberReader(text, separator);
  const lines = new TextLines(text, "numbered", () => numbers.stretches, {
    startOf: (at, index) => numbers.read(at, index),
    moreBytes: countBytes(separator) - separator.length,
  });
  return numbers.isRising && numbers.stretches.length > 0 ? lines : undefined;
};
