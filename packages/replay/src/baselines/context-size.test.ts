import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContextSize, type PruneBounds } from "./context-size.js";

it("each call reads all that is there; what the one before had read is cached", () => {
  const size = new ContextSize();
  size.add(1_000);
  size.call();
  size.add(200, "#1");
  size.call();
  const priced = 1_000 * 1.25 + (1_000 * 0.1 + 200 * 1.25);
  expect(size.totals).toEqual({ calls: 2, input: 2_200, cached: 1_000, rewritten: 0, priced });
  expect(size.lengths).toEqual([1_000, 1_200]);
});

it("a call after the cache's lifetime writes all of it again, which no change did", () => {
  const size = new ContextSize();
  size.add(1_000);
  size.call();
  size.add(200, "#1");
  size.call(true, true);
  expect(size.totals).toEqual({ calls: 2, input: 2_200, cached: 0, rewritten: 0, priced: 2_200 * 1.25 });
});

it("what is cleared is no longer read, and what stands after it is written again", () => {
  const size = new ContextSize();
  size.add(100);
  for (const id of ["#1", "#2", "#3", "#4"]) size.add(50, id);
  size.call();
  size.add(7, "#5");
  size.clear(3, 9);
  expect(size.size).toBe(307 - 2 * 50 + 2 * 9);
  size.call();
  // The placeholders are new; of what was known 100 are read from the cache, and two results are written again.
  expect(size.totals).toMatchObject({ cached: 100, rewritten: 100 });
  expect(size.totals.priced).toBeCloseTo(300 * 1.25 + 100 * 0.1 + (225 - 100) * 1.25, 5);
  size.clear(3, 9);
  expect(size.size).toBe(225);
  size.forget(new Set(["#5"]), 0);
  expect(size.size).toBe(218);
  size.call();
  expect(size.totals).toMatchObject({ calls: 3, cached: 100 + 218, rewritten: 100 });
});

it("what is taken back at the end is no longer read, and what stands before it is still cached", () => {
  const size = new ContextSize();
  size.add(100);
  size.call();
  size.add(40);
  size.call();
  size.forget(new Set(), 40);
  size.add(3);
  size.call();
  expect(size.lengths).toEqual([100, 140, 103]);
  expect(size.totals).toMatchObject({ cached: 100 + 100, rewritten: 0 });
});

it("after a compaction only what was kept is there, and nothing of it is cached", () => {
  const size = new ContextSize();
  size.add(100, "#1");
  size.add(30, "#2");
  size.call();
  size.compact(new Set(["#2"]));
  size.add(5);
  size.call();
  const input = 130 + 35;
  expect(size.totals).toEqual({ calls: 2, input, cached: 0, rewritten: 0, priced: input * 1.25 });
});

it("a result that is out counts in what the whole would be, and is shown again where it is one of the newest", () => {
  const size = new ContextSize();
  size.add(100, "#1");
  size.add(30, "#2");
  size.clear(1, 9);
  expect([size.size, size.wholeSize]).toEqual([39, 130]);
  size.compact(new Set(["#1", "#2"]));
  expect([size.size, size.wholeSize]).toEqual([39, 130]);
  size.forget(new Set(["#2"]), 0);
  expect([size.size, size.wholeSize]).toEqual([9, 100]);
  size.clear(1, 9);
  expect([size.size, size.wholeSize]).toEqual([100, 100]);
});

/** A text of a plain conversation. */
interface Text {
  readonly id: string | undefined;
  readonly size: number;
  readonly shown: number;
  /** Of the text that stands there: another one has another number. */
  readonly number: number;
}

/** The same by going through all texts at each call. */
class PlainConversation {
  texts: Text[] = [];
  readonly totals = { calls: 0, input: 0, cached: 0, rewritten: 0 };
  #sent: readonly number[] = [];
  #numbers = 0;

  add(size: number, id?: string): void {
    this.texts.push({ id, size, shown: size, number: ++this.#numbers });
  }

  call(): void {
    const { texts } = this;
    const sum = (some: readonly Text[]): number => some.reduce((all, { shown }) => all + shown, 0);
    const sent = new Set(this.#sent);
    const same = texts.findIndex(({ number }, at) => this.#sent[at] !== number);
    const cached = sum(texts.slice(0, same < 0 ? texts.length : same));
    this.totals.calls += 1;
    this.totals.input += sum(texts);
    this.totals.cached += cached;
    this.totals.rewritten += sum(texts.filter(({ number }) => sent.has(number))) - cached;
    this.#sent = texts.map(({ number }) => number);
  }

  clear(keep: number, size: number): void {
    const results = this.texts.filter(({ id }) => id !== undefined);
    const newest = new Set(results.slice(Math.max(0, results.length - keep)));
    this.texts = this.texts.map((text) =>
      newest.has(text) && text.size !== text.shown
        ? { ...text, shown: text.size, number: ++this.#numbers }
        : text,
    );
    this.#out(new Set(results.filter((text) => !newest.has(text))), size);
  }

  prune({ protect, minimum, keepsShort }: PruneBounds, size: number): void {
    let newest = 0;
    const older = this.texts.toReversed().filter((text) => {
      if (text.id === undefined || text.size !== text.shown) return false;
      newest += text.size;
      return newest > protect;
    });
    const together = older.reduce((sum, text) => sum + text.size, 0);
    if (together >= minimum)
      this.#out(new Set(older.filter((text) => !keepsShort || text.size > size)), size);
  }

  forget(ids: ReadonlySet<string>): void {
    this.texts = this.texts.filter(({ id }) => id === undefined || !ids.has(id));
  }

  compact(kept: ReadonlySet<string>): void {
    this.texts = this.texts.filter(({ id }) => id !== undefined && kept.has(id));
    this.#sent = [];
  }

  #out(which: ReadonlySet<Text>, shown: number): void {
    this.texts = this.texts.map((text) =>
      which.has(text) && text.size === text.shown ? { ...text, shown, number: ++this.#numbers } : text,
    );
  }
}

describe("is what a plain conversation gives", () => {
  const ids = Array.from({ length: 12 }, (_, at) => `#${at}`);
  const some = fc.subarray(ids).map((list) => new Set(list));
  const steps = fc.array(
    fc.oneof(
      fc.record({ op: fc.constant("result" as const), size: fc.integer({ min: 11, max: 60 }) }),
      fc.record({ op: fc.constant("text" as const), size: fc.nat(30) }),
      fc.record({ op: fc.constant("call" as const) }),
      fc.record({ op: fc.constantFrom("forget" as const, "compact" as const), ids: some }),
      fc.record({ op: fc.constant("rewind" as const), texts: fc.integer({ min: 1, max: 6 }) }),
    ),
    { maxLength: 60 },
  );
  const ways: readonly (readonly [string, (size: ContextSize | PlainConversation) => void])[] = [
    ["of results that are cleared", (size) => size.clear(2, 10)],
    ["of a pruning", (size) => size.prune({ protect: 100, minimum: 50, keepsShort: false }, 10)],
    [
      "of a pruning that leaves what is short",
      (size) => size.prune({ protect: 70, minimum: 40, keepsShort: true }, 20),
    ],
    ["of nothing that goes out", () => undefined],
  ];

  it.each(ways)("%s", (_, beforeCall) => {
    fc.assert(
      fc.property(steps, (list) => {
        const [size, plain] = [new ContextSize(), new PlainConversation()];
        let results = 0;
        for (const step of list) {
          if (step.op === "result") {
            const id = ids[results % ids.length];
            results += 1;
            size.forget(new Set([id ?? ""]), 0);
            plain.forget(new Set([id ?? ""]));
            size.add(step.size, id);
            plain.add(step.size, id);
          } else if (step.op === "text") {
            size.add(step.size);
            plain.add(step.size);
          } else if (step.op === "call") {
            for (const each of [size, plain]) {
              beforeCall(each);
              each.call();
            }
          } else if (step.op === "forget") {
            size.forget(step.ids, 0);
            plain.forget(step.ids);
          } else if (step.op === "rewind") {
            const gone = plain.texts.splice(-step.texts);
            const said = gone.reduce((sum, text) => sum + (text.id === undefined ? text.size : 0), 0);
            size.forget(new Set(gone.flatMap(({ id }) => id ?? [])), said);
          } else for (const each of [size, plain]) each.compact(step.ids);
        }
        expect(size.size).toBe(plain.texts.reduce((sum, { shown }) => sum + shown, 0));
        expect(size.wholeSize).toBe(plain.texts.reduce((sum, text) => sum + text.size, 0));
        const { priced: _priced, ...totals } = size.totals;
        expect(totals).toEqual(plain.totals);
      }),
      { numRuns: 500 },
    );
  });
});

it("what is said and taken out between other texts is no longer known, nor what stands behind it cached", () => {
  const size = new ContextSize();
  size.add(100);
  size.add(50, "#1");
  size.add(7);
  size.add(60, "#2");
  size.call();
  size.add(5);
  size.forget(new Set(["#1"]), 40);
  expect(size.size).toBe(60 + 7 + 60 + 5);
  size.call();
  expect(size.totals).toMatchObject({ cached: 60, rewritten: 7 + 60 });
});
