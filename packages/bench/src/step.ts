import { ContextLedger } from "@lembas/context";
import { against, compare, median, rounds } from "./compare.js";
import { heapUsed } from "./heap.js";
import type { Line } from "./line.js";
import { sourceLines } from "./random.js";

/** 200 files of 100 KB, each in two versions. */
const makeFiles = (): string[][] =>
  Array.from({ length: 200 }, (_, file) => {
    const lines = sourceLines(2_400, file);
    return [lines.join(""), [...lines.slice(1), "end\n"].join("")];
  });

/** The steps of a session that goes round its files, and changes each every fourth time that it comes by. */
class Session {
  readonly #ledger = new ContextLedger();
  readonly #files: readonly (readonly string[])[];
  #step = 0;

  constructor(files: readonly (readonly string[])[]) {
    this.#files = files;
  }

  take(steps: number): void {
    for (const end = this.#step + steps; this.#step < end; this.#step += 1) {
      const file = this.#step % this.#files.length;
      const round = Math.floor(this.#step / this.#files.length);
      const content = this.#files[file]?.[Math.floor(round / 4) % 2] ?? "";
      this.#ledger.read({ path: `src/${file}.ts`, content, offset: 1 + ((round * 50) % 2_000), limit: 100 });
    }
  }
}

/** The time of a step, early in a session and late in it. */
export const stepTimeLine: Line = {
  name: "a step at 10,000 steps, reads of 200 files of 100 KB",
  bound: 1.2,
  measure: () => {
    const files = makeFiles();
    const late = new Session(files);
    late.take(10_000);
    let early = new Session(files);
    const prepare = () => {
      early = new Session(files);
      early.take(100);
    };
    return compare({ name: "100 steps after 100", run: () => early.take(100), prepare }, [
      { name: "100 steps after 10,000", run: () => late.take(100), prepare: () => {} },
    ]);
  },
};

/** What a session keeps of each 1,000 steps, early in it and late in it. */
export const stepHeapLine: Line = {
  name: "heap for 1,000 steps at 10,000 steps, reads of 200 files of 100 KB",
  bound: 1.2,
  measure: async () => {
    const files = makeFiles();
    const session = new Session(files);
    session.take(1_600);
    const growth: number[] = [];
    for (let before = heapUsed(); growth.length < rounds; ) {
      session.take(1_600);
      const after = heapUsed();
      growth.push(((after - before) / 1_600) * 1_000);
      before = after;
    }
    const half = Math.floor(rounds / 2);
    return against("kB", { name: "for 1,000 steps, the first half", value: median(growth.slice(0, half)) }, [
      { name: "for 1,000 steps, the second half", value: median(growth.slice(-half)) },
    ]);
  },
};

/** What a ledger keeps of a 1 MB file of which it has shown a page, and of each stub for that page. */
export const stubHeapLine: Line = {
  name: "heap for a stub, a page of a 1 MB file",
  bound: 0.05,
  measure: async () => {
    const lines = sourceLines(26_000, 2);
    // A new string each time, as a host's read is: what the ledger keeps of it is then all that holds it.
    const read = () => ({ path: "src/large.ts", content: Buffer.from(lines.join("")).toString() });
    const ledgers = Array.from({ length: rounds }, () => new ContextLedger());
    const shown = new ContextLedger().read(read()).text.length / 1000;
    // A function of its own: a frame that is still there would hold the last content.
    const takeSteps = (times: number, ledger: ContextLedger): void => {
      for (let time = 0; time < times; time += 1) ledger.read(read());
    };
    const growthOf = (times: number, ledger: ContextLedger): number => {
      const before = heapUsed();
      takeSteps(times, ledger);
      return (heapUsed() - before) / times;
    };
    const first = ledgers.map((ledger) => growthOf(1, ledger));
    const stubs = ledgers.map((ledger) => growthOf(20, ledger));
    return against("kB", { name: "characters that the read shows", value: shown }, [
      { name: "heap for each stub", value: median(stubs) },
      { name: "heap for the read itself", value: median(first) },
    ]);
  },
};
