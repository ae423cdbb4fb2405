import { ALERT_FOUND, alertSteps } from "./alert.js";
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

/** What is known of the lines of a text, in one array: an array of its own for each field takes longer to make than to fill. */
interface Layout {
  readonly rows: Int32Array;
  readonly count: number;
  readonly alerts: readonly number[];
}

const NO_ALERTS: readonly number[] = [];

/** How a line's number is read: where the compared part of the line begins, and what it takes beside one byte a unit. */
interface NumberRule {
  readonly startOf: (at: number, index: number) => number;
  readonly moreBytes: number;
}

const NEWLINE = 10;
const CHUNK_UNITS = 32_768;

/** The bytes of a text, chunk by chunk: engines go through bytes several times faster than through texts. */
class Utf8Chunks {
  readonly bytes = new Uint8Array(3 * CHUNK_UNITS);
  readonly #encoder = new TextEncoder();
  /** How many units the chunk has, and how many bytes. */
  units = 0;
  length = 0;

  read(text: string, from: number): void {
    let end = Math.min(text.length, from + CHUNK_UNITS);
    // A character of two units is not parted.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    this.units = end - from;
    this.length = this.#encoder.encodeInto(text.slice(from, end), this.bytes).written;
  }
}

let sharedChunks: Utf8Chunks | undefined;

/** Lines as they are found. */
class LayoutWriter {
  #rows: Int32Array<ArrayBuffer>;
  #alerts: number[] | undefined;
  count = 0;

  constructor(lines: number) {
    this.#rows = new Int32Array(FIELDS * lines);
  }

  /** Begins with no lines. */
  clear(): void {
    this.count = 0;
    this.#alerts = undefined;
  }

  add(start: number, end: number, hash: number, isAlert: boolean): void {
    if (isAlert) {
      this.#alerts ??= [];
      this.#alerts.push(this.count);
    }
    const row = FIELDS * this.count;
    if (row === this.#rows.length) {
      const larger = new Int32Array(2 * row);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[row] = start;
    this.#rows[row + END] = end;
    this.#rows[row + HASH] = hash;
    this.count++;
  }

  /** The lines; `isShared`: the writer takes others, so they are copied. */
  layout(isShared: boolean): Layout {
    const { count } = this;
    const rows = isShared ? this.#rows.slice(0, FIELDS * count) : this.#rows.subarray(0, FIELDS * count);
    return { rows, count, alerts: this.#alerts ?? NO_ALERTS };
  }
}

/** For texts of one chunk: making a writer for each would cost as much as reading it. */
let sharedWriter: LayoutWriter | undefined;

const mixLanes = (even: number, odd: number, multiplier: number): number => {
  const mixed = Math.imul(even ^ (odd >>> 15), multiplier) ^ odd;
  return Math.imul(mixed ^ (mixed >>> 13), multiplier);
};

/** One pass over the text: where its lines are, what they hash to, and which are alerts. */
const layOut = (text: string, numbers: NumberRule | undefined, { seed, multiplier }: LineKey): Layout => {
  const { length } = text;
  const isShort = length <= CHUNK_UNITS;
  sharedWriter ??= new LayoutWriter(CHUNK_UNITS >>> 5);
  const writer = isShort ? sharedWriter : new LayoutWriter(length >>> 5);
  writer.clear();
  if (length === 0) return writer.layout(isShort);
  sharedChunks ??= new Utf8Chunks();
  const chunks = sharedChunks;
  const { bytes } = chunks;
  const steps = alertSteps();
  // The bytes of a line's number are passed.
  const passedBytes = (at: number, start: number): number =>
    numbers === undefined || start === at ? 0 : start - at + numbers.moreBytes;
  let start = numbers === undefined ? 0 : numbers.startOf(0, 0);
  let passed = passedBytes(0, start);
  let even = seed;
  let odd = multiplier;
  let state = 0;
  for (let from = 0; from < length; from += chunks.units) {
    chunks.read(text, from);
    const written = chunks.length;
    const isAscii = written === chunks.units;
    for (let index = 0; index < written; index++) {
      if (passed > 0) {
        const here = Math.min(passed, written - index);
        passed -= here;
        index += here;
      }
      // Two lanes in turn, so that a step need not wait for the one before.
      for (; index < written; index++) {
        const byte = bytes[index] ?? NEWLINE;
        if (byte === NEWLINE) break;
        const mixed = Math.imul(((even << 5) | (even >>> 27)) ^ byte, multiplier);
        even = odd;
        odd = mixed;
        state = steps[state + byte] ?? 0;
      }
      if (index >= written) break;
      const end = isAscii ? from + index : text.indexOf("\n", start);
      writer.add(start, end, mixLanes(even, odd, multiplier), state === ALERT_FOUND);
      const next = end + 1;
      start = numbers === undefined || next === length ? next : numbers.startOf(next, writer.count);
      passed = passedBytes(next, start);
      even = seed;
      odd = multiplier;
      state = 0;
    }
  }
  if (!text.endsWith("\n")) writer.add(start, length, mixLanes(even, odd, multiplier), state === ALERT_FOUND);
  return writer.layout(isShort);
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
  /** The lines (from 0) that would be alerts in an output, in order. */
  readonly alerts: readonly number[];
  /** Whether nothing stands between two lines but a newline: such lines are compared many at a time. */
  readonly isPlain: boolean;
  readonly #rows: Int32Array;
  #hasBlocks = false;

  constructor(
    text: string,
    kind: TextKind,
    stretchesOf: (count: number) => readonly Stretch[],
    numbers?: NumberRule,
    key: LineKey = lineKey(),
  ) {
    const { rows, count, alerts } = layOut(text, numbers, key);
    this.text = text;
    this.kind = kind;
    this.count = count;
    this.#rows = rows;
    this.alerts = alerts;
    this.isPlain = numbers === undefined;
    this.stretches = stretchesOf(count);
  }

  /** The hash of a line. */
  hash(index: number): number {
    return this.#rows[FIELDS * index + HASH] ?? 0;
  }

  /** The hash of the block that begins at a line; of no use where fewer than eight lines follow. */
  block(index: number): number {
    if (!this.#hasBlocks) this.#hashBlocks();
    return this.#rows[FIELDS * index + BLOCK] ?? 0;
  }

  /** A line (from 0) without its number and its newline. */
  line(index: number): string {
    return this.text.slice(this.lineStart(index), this.lineEnd(index));
  }

  lineStart(index: number): number {
    return this.#rows[FIELDS * index] ?? this.text.length;
  }

  lineEnd(index: number): number {
    return this.#rows[FIELDS * index + END] ?? this.text.length;
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
      if (first >= -1) rows[FIELDS * (first + 1) + BLOCK] = hash;
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
    prefix ? { startOf: (at, index) => at + String(first + index).length + 2, moreBytes: 0 } : undefined,
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
