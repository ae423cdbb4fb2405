import { ContextLedger } from "@lembas/context";
import { fileLines, KnownLines, textLines } from "@lembas/context/known-lines";
import { against, compare, median, rounds, type Side } from "./compare.js";
import { heapUsed } from "./heap.js";
import type { Line } from "./line.js";
import { sourceLines } from "./random.js";
import { sha256 } from "./work.js";

const LINES = 50_000;

/** What the conversation shows, and what comes then. */
interface Texts {
  readonly shown: string;
  readonly text: string;
}

/** Through bytes, so that it is one flat string, as a file that was read is. */
const flat = (lines: readonly string[]): string => Buffer.from(lines.join("")).toString("latin1");

const shownLines = (): string[] => sourceLines(LINES, 11);

/** A text of which some lines, in runs of 50, were shown. */
const partlyKnown = (isKnown: (run: number) => boolean): Texts => {
  const shown = shownLines();
  const other = sourceLines(LINES, 12);
  const lines = shown.map((line, index) => (isKnown(Math.floor(index / 50)) ? line : (other[index] ?? "")));
  return { shown: flat(shown), text: flat(lines) };
};

const repeated = (line: string, count: number): Texts => {
  const text = flat(Array.from({ length: count }, () => line));
  return { shown: text, text };
};

const numbers = (count: number): Texts => ({
  shown: flat(Array.from({ length: count }, (_, index) => `${index % 97}\n`)),
  text: flat(Array.from({ length: count }, (_, index) => `${(index * 7_919) % 100_003}\n`)),
});

const options = { knownLines: true, lineNumbers: false, cap: "off", caps: { read: "off" } } as const;

/** A step of a ledger that shows a text already, against what no ledger can do without. */
const line = (name: string, op: "output" | "read", texts: () => Texts): Line => ({
  name: `known lines: ${name}`,
  bound: 3,
  measure: () => {
    const { shown, text } = texts();
    const take = (ledger: ContextLedger, text: string) =>
      op === "read"
        ? ledger.read({ path: "src/large.ts", content: text })
        : ledger.output({ tool: "bash", text });
    const first = new ContextLedger(options);
    take(first, shown);
    let ledger = first;
    // Of each fork the first step is timed: then only `shown` is known.
    const prepare = () => {
      ledger = first.fork();
    };
    return compare(
      {
        name: "SHA-256 of the text and splitting it into lines",
        run: () => sha256(text).length + text.split("\n").length,
      },
      [{ name: `ledger.${op}`, run: () => take(ledger, text), prepare } satisfies Side],
    );
  },
});

/** As many lines as make the tables the largest for each: one result above a power of two. */
const HELD_RESULTS = 132;
const RESULT_LINES = 500;

/** What is held of lines beside their texts, against 40 bytes for each; lines of files are found by their numbers too. */
const heapLine = (what: "files" | "outputs"): Line => ({
  name: `known lines: heap for ${HELD_RESULTS * RESULT_LINES} lines of ${what}, in results of ${RESULT_LINES}`,
  bound: 1,
  measure: async () => {
    const texts = Array.from({ length: HELD_RESULTS }, (_, seed) =>
      flat(sourceLines(RESULT_LINES, 100 + seed)),
    );
    const samples: number[] = [];
    const kept: KnownLines[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = heapUsed();
      const known = new KnownLines();
      for (const [index, text] of texts.entries()) {
        const lines = what === "files" ? fileLines(text) : textLines(text);
        known.print(`#${index}`, lines, what === "files" ? { file: `src/${index}.ts` } : {});
      }
      samples.push(heapUsed() - before);
      kept.push(known);
    }
    const bound = (40 * RESULT_LINES * HELD_RESULTS) / 1000;
    return against("kB", { name: "40 bytes for each line", value: bound }, [
      { name: "heap", value: median(samples) },
    ]);
  },
});

/** What naming known lines costs. */
export const knownLines: readonly Line[] = [
  line("an output of 50,000 lines, all known", "output", () => partlyKnown(() => true)),
  line("an output of 50,000 lines, half of them known", "output", () => partlyKnown((run) => run % 2 === 0)),
  line("an output of 50,000 lines, none known", "output", () => partlyKnown(() => false)),
  line("a read of 50,000 lines, half of them known", "read", () => partlyKnown((run) => run % 2 === 0)),
  line("an output of 50,000 equal lines", "output", () => repeated("the same line again and again\n", LINES)),
  line("an output of 1,000,000 short lines, all known", "output", () => repeated("12\n", 1_000_000)),
  line("an output of 1,000,000 short lines, none known", "output", () => numbers(1_000_000)),
  heapLine("outputs"),
  heapLine("files"),
];
