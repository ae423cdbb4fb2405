import { countCharacters } from "@lembas/format";
import { AlertSearch } from "./alert.js";
import type { HeldLines, PrintedStretch } from "./held-lines.js";
import { BLOCK_LINES } from "./line-hash.js";
import type { TextLines } from "./text-lines.js";

/** The least characters of a run: its lines and the newlines between them. Specification 2.20. */
const RUN_CHARACTERS = 200;

/** Lines of a text that an earlier result prints. */
export interface KnownRun {
  /** The first of them, by index from 0, and how many they are. */
  readonly at: number;
  readonly count: number;
  /** The result that prints them. */
  readonly key: string;
  /** Where they are no lines of the result's own text: the name of what they were printed as. */
  readonly source?: string;
  /** The number of the first of them there. */
  readonly number: number;
  /** Whether they stand there as lines of the same file under the same numbers. */
  readonly inPlace: boolean;
}

/** What a search goes by. */
export interface SearchRules {
  /** Whether lines that are alerts are in no run. */
  readonly alerts: boolean;
  /** Whether the conversation still shows a result. */
  readonly isShown: (key: string) => boolean;
  /** Which file the lines are of, where lines of it are held. */
  readonly file: number | undefined;
}

/** Whether lines of a text, and the newlines between them, have the characters that a run has. Specification 2.20. */
export const isLongEnough = (lines: TextLines, from: number, to: number): boolean => {
  let units = to - from - 1;
  for (let line = from; line < to && units < 2 * RUN_CHARACTERS; line++) {
    units += lines.lineEnd(line) - lines.lineStart(line);
  }
  // A character is one unit or two.
  if (units < RUN_CHARACTERS || units >= 2 * RUN_CHARACTERS) return units >= RUN_CHARACTERS;
  let characters = to - from - 1;
  for (let line = from; line < to; line++) characters += countCharacters(lines.line(line));
  return characters >= RUN_CHARACTERS;
};

/** The held lines that a block is equal to, by its first. */
interface Match {
  readonly line: number;
  readonly inPlace: boolean;
}

/** Held lines whose blocks may be equal: of any result, or of a file under one number. */
interface Chain {
  readonly hash: number;
  readonly file: number | undefined;
  readonly number: number;
}

const MOST_STEP = 4_096;

class RunSearch {
  readonly #held: HeldLines;
  readonly #lines: TextLines;
  readonly #rules: SearchRules;
  readonly #alerts: AlertSearch;
  /** Of lines whose result is not shown: the next one of their chain whose result is; by `~line` in the chains of places. */
  #skips: Map<number, number> | undefined;

  constructor(held: HeldLines, lines: TextLines, rules: SearchRules) {
    this.#held = held;
    this.#lines = lines;
    this.#rules = rules;
    this.#alerts = new AlertSearch(lines);
  }

  /** The runs of a stretch, from its first line on. */
  runsOf({ at, to: end, number }: PrintedStretch): KnownRun[] {
    const runs: KnownRun[] = [];
    let reach = at;
    for (let index = at; index + BLOCK_LINES <= end; ) {
      const match = this.#match(index, number + index - at);
      if (match === undefined) {
        index++;
        continue;
      }
      const alert = this.#alertBefore(index, index + BLOCK_LINES);
      if (alert < index + BLOCK_LINES) {
        index = alert + 1;
        continue;
      }
      // Units are no fewer than characters: a run that does not go as far as this is too short.
      reach = Math.max(reach, index + BLOCK_LINES);
      while (reach < end && this.#units(index, reach) < RUN_CHARACTERS) reach++;
      if (this.#units(index, reach) < RUN_CHARACTERS) break;
      const last = this.#mayReach(index, match.line, reach) ? this.#endOf(index, match.line, end) : index;
      if (last === index || !isLongEnough(this.#lines, index, last)) {
        index++;
        continue;
      }
      runs.push(this.#run(index, last, match));
      index = last;
    }
    return runs;
  }

  /** An upper bound of the characters of the lines from `from` to `to - 1`. */
  #units(from: number, to: number): number {
    return this.#lines.lineEnd(to - 1) - this.#lines.lineStart(from);
  }

  #alertBefore(from: number, to: number): number {
    return this.#rules.alerts ? this.#alerts.before(from, to) : to;
  }

  /** The block that the rules choose for the one at a line: that is equal, and shown. Specification 2.20. */
  #match(index: number, number: number): Match | undefined {
    const held = this.#held;
    const hash = this.#lines.block(index);
    const newest = held.newestBlock(hash);
    if (newest < 0) return undefined;
    const { file } = this.#rules;
    if (file !== undefined) {
      const place = held.newestPlace(hash, file, number);
      const line = this.#choose(index, place, { hash, file, number });
      if (line >= 0) return { line, inPlace: true };
    }
    const line = this.#choose(index, newest, { hash, file: undefined, number });
    return line >= 0 ? { line, inPlace: false } : undefined;
  }

  /** The newest line of a chain, from `newest` on, that is shown and begins the same block as the one at `index`; or -1. */
  #choose(index: number, newest: number, chain: Chain): number {
    let line = this.#skipHidden(newest, chain);
    while (line >= 0 && !this.#held.areEqual(this.#lines, index, line, BLOCK_LINES))
      line = this.#skipHidden(this.#older(line, chain), chain);
    return line;
  }

  #older(line: number, { hash, file, number }: Chain): number {
    return file === undefined
      ? this.#held.olderBlock(line, hash)
      : this.#held.olderPlace(line, hash, file, number);
  }

  /** The line, or the next older one of its chain whose result is shown. What is passed over is passed once in a search. */
  #skipHidden(from: number, chain: Chain): number {
    if (from < 0 || this.#isShown(from)) return from;
    const keyOf = (line: number): number => (chain.file === undefined ? line : ~line);
    this.#skips ??= new Map();
    const passed: number[] = [];
    let line = from;
    while (line >= 0 && !this.#isShown(line)) {
      passed.push(line);
      line = this.#skips.get(keyOf(line)) ?? this.#older(line, chain);
    }
    for (const one of passed) this.#skips.set(keyOf(one), line);
    return line;
  }

  #isShown(line: number): boolean {
    const { of } = this.#held.stretchOf(line);
    return of.text !== undefined && this.#rules.isShown(of.key);
  }

  /** Whether a run from `index` on may go as far as `reach`, by the hashes of the blocks up to there. */
  #mayReach(index: number, line: number, reach: number): boolean {
    const length = reach - index;
    if (line + length > this.#held.stretchOf(line).to) return false;
    for (let next = BLOCK_LINES; next < length; next += BLOCK_LINES) {
      const offset = Math.min(next, length - BLOCK_LINES);
      if (!this.#held.mayBegin(line + offset, this.#lines.block(index + offset))) return false;
    }
    return this.#alertBefore(index, reach) === reach;
  }

  /** Where the run ends whose first block is equal to the held one: steps grow as long as they are equal. */
  #endOf(index: number, line: number, end: number): number {
    const most = Math.min(end, index + this.#held.stretchOf(line).to - line);
    let at = index + BLOCK_LINES;
    let grows = true;
    for (let step = 4 * BLOCK_LINES; at < most && step > 0; ) {
      const next = Math.min(most, at + step);
      if (this.#held.areEqual(this.#lines, at, line + at - index, next - at)) {
        at = this.#alertBefore(at, next);
        if (at < next) break;
        if (grows) step = Math.min(2 * step, MOST_STEP);
      } else {
        grows = false;
        step = (next - at) >>> 1;
      }
    }
    return at;
  }

  #run(at: number, end: number, { line, inPlace }: Match): KnownRun {
    const { of, number, at: first } = this.#held.stretchOf(line);
    const { key, source } = of;
    return {
      at,
      count: end - at,
      key,
      ...(source !== undefined && { source }),
      number: number + line - first,
      inPlace,
    };
  }
}

/** The runs that the held lines have of stretches of a text, in order. Specification 2.20. */
export const findRuns = (
  held: HeldLines,
  lines: TextLines,
  stretches: readonly PrintedStretch[],
  rules: SearchRules,
): KnownRun[] => {
  if (held.size === 0) return [];
  const search = new RunSearch(held, lines, rules);
  return stretches.flatMap((stretch) => search.runsOf(stretch));
};
