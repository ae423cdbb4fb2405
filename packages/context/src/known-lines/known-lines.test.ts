import { countCharacters } from "@lembas/format";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isAlert } from "./alert.js";
import type { KnownRun } from "./find-runs.js";
import { HeldLines } from "./held-lines.js";
import { canBeNamed, KnownLines, type LineRange } from "./known-lines.js";
import type { LineKey } from "./line-hash.js";
import { fileLines, numberedLines, type Stretch, TextLines, textLines } from "./text-lines.js";

const count = (from: number, to: number, line: (number: number) => string): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${line(from + index)}\n`).join("");

const plain = (number: number): string => `line ${number} of a text with many words`;

/** A printed text as plain lists, for the search that is written down as the rules are. */
interface PlainResult {
  readonly key: string;
  readonly file: string | undefined;
  readonly stretches: readonly { readonly number: number; readonly lines: readonly string[] }[];
}

const stretchesIn = (lines: TextLines, ranges: readonly LineRange[]): PlainResult["stretches"] =>
  ranges.flatMap(({ from, to }) =>
    lines.stretches.flatMap(({ at, count, number }) => {
      const first = Math.max(at, from);
      const end = Math.min(at + count, to);
      if (first >= end) return [];
      return [
        {
          number: number + first - at,
          lines: Array.from({ length: end - first }, (_, index) => lines.line(first + index)),
        },
      ];
    }),
  );

/** The rules of known lines, one comparison at a time. */
const findPlainly = (
  results: readonly PlainResult[],
  lines: TextLines,
  file: string | undefined,
  isShown: (key: string) => boolean,
): KnownRun[] => {
  const shown = results.filter(({ key }) => isShown(key)).reverse();
  const isOut = (line: string): boolean => lines.kind === "text" && isAlert(line);
  return lines.stretches.flatMap(({ at, count, number }) => {
    const text = Array.from({ length: count }, (_, index) => lines.line(at + index));
    const runs: KnownRun[] = [];
    const isBlock = (from: number, old: readonly string[], to: number): boolean =>
      from + 8 <= text.length &&
      to + 8 <= old.length &&
      Array.from({ length: 8 }, (_, index) => index).every(
        (index) => text[from + index] === old[to + index] && !isOut(text[from + index] ?? ""),
      );
    for (let line = 0; line < text.length; ) {
      const places = shown.flatMap(({ key, file: of, stretches }) =>
        stretches.flatMap(({ number: first, lines: old }) =>
          old.flatMap((_, index) =>
            isBlock(line, old, index)
              ? [
                  {
                    key,
                    old,
                    index,
                    number: first + index,
                    inPlace: of !== undefined && of === file && first + index === number + line,
                  },
                ]
              : [],
          ),
        ),
      );
      const place = places.find(({ inPlace }) => inPlace) ?? places[0];
      if (place === undefined) {
        line++;
        continue;
      }
      let length = 8;
      while (
        line + length < text.length &&
        place.index + length < place.old.length &&
        text[line + length] === place.old[place.index + length] &&
        !isOut(text[line + length] ?? "")
      )
        length++;
      if (countCharacters(text.slice(line, line + length).join("\n")) < 200) {
        line++;
        continue;
      }
      const { key, number: there, inPlace } = place;
      runs.push({ at: at + line, count: length, key, number: there, inPlace });
      line += length;
    }
    return runs;
  });
};

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "", "}") },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "a line of some length",
      "another that is longer than the first one",
      "\u00e9\ud83d\ude00 with other characters",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("an Error of it", "42 tests, 0 FAILED", "\u2717 not this", "a a a a"),
  },
);

/** Texts of a few pieces that come again: so blocks are equal in many places. */
const pieces = fc.array(fc.array(line, { minLength: 3, maxLength: 14 }), { minLength: 2, maxLength: 4 });
const order = fc.array(fc.nat(3), { minLength: 1, maxLength: 5 });

const printed = fc.record({
  order,
  kind: fc.constantFrom("text" as const, "file" as const, "prefixed" as const, "numbered" as const),
  first: fc.constantFrom(1, 1, 4, 9),
  file: fc.constantFrom("f", "g"),
  isGone: fc.boolean(),
  hole: fc.option(fc.nat(20), { nil: undefined }),
});
type Printed = typeof printed extends fc.Arbitrary<infer One> ? One : never;

/** Lines as each kind has them, under a key by which all hash alike where it is 0. */
const makeLines = ({ kind, first }: Printed, rows: readonly string[], key?: LineKey): TextLines => {
  const body =
    kind === "text" || kind === "file"
      ? rows
      : rows.map((row, index) => `${first + index}${kind === "prefixed" ? ": " : "\u2192"}${row}`);
  const text = body.map((row) => `${row}\n`).join("");
  if (kind === "numbered") return numberedLines(text, "\u2192") ?? textLines(text);
  const made = kind === "text" ? textLines(text) : fileLines(text, first, kind === "prefixed");
  if (key === undefined || !made.isPlain) return made;
  const stretches = (): readonly Stretch[] => made.stretches;
  return new TextLines(text, made.kind, stretches, undefined, key);
};

const session = fc.record({ pieces, results: fc.array(printed, { minLength: 2, maxLength: 7 }) });
type Session = typeof session extends fc.Arbitrary<infer One> ? One : never;

const compareWithRules = ({ pieces, results }: Session, key?: LineKey): number => {
  const known = new KnownLines();
  const plainly: PlainResult[] = [];
  let found = 0;
  for (const [index, one] of results.entries()) {
    const rows = one.order.flatMap((piece) => pieces[piece % pieces.length] ?? []);
    const lines = makeLines(one, rows, key);
    const file = lines.kind === "file" ? one.file : undefined;
    const shown = (key: string): boolean => Number(key.slice(1)) % 5 !== index % 5;
    const expected = findPlainly(plainly, lines, file, shown);
    expect(known.find(lines, { file, isShown: shown })).toEqual(expected);
    expect(known.copy().find(lines, { file, isShown: shown })).toEqual(expected);
    found += expected.length;
    const { hole } = one;
    const ranges: LineRange[] =
      hole === undefined || hole + 2 >= lines.count
        ? [{ from: 0, to: lines.count }]
        : [
            { from: 0, to: hole },
            { from: hole + 1, to: lines.count },
          ];
    known.print(`#${index}`, lines, { ranges, file });
    plainly.push({ key: `#${index}`, file, stretches: stretchesIn(lines, ranges) });
    if (one.isGone && index > 0) {
      known.forget([`#${index - 1}`, "#99"]);
      const gone = plainly.findIndex(({ key }) => key === `#${index - 1}`);
      plainly.splice(gone, 1);
    }
  }
  return found;
};

describe("known lines", () => {
  it("finds what the rules find, one comparison at a time, whatever is printed, hidden and forgotten", () => {
    let found = 0;
    fc.assert(
      fc.property(session, (one) => {
        found += compareWithRules(one);
      }),
      { numRuns: 400 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it("finds the same where all lines hash alike", () => {
    const isPlain = ({ kind }: Printed): boolean => kind === "text" || kind === "file";
    fc.assert(
      fc.property(session, ({ pieces, results }) => {
        const one = { pieces, results: results.filter(isPlain) };
        compareWithRules(one, { seed: 0, multiplier: 0 });
      }),
      { numRuns: 100 },
    );
  });

  it("asks about a result once in a search, and not about those that do not matter", () => {
    const known = new KnownLines();
    const text = count(1, 40, plain);
    known.print("#1", textLines(text));
    known.print("#2", textLines(count(1, 40, (number) => `other ${number} ${plain(number)}`)));
    known.print("#3", textLines(text));
    const asked: string[] = [];
    const runs = known.find(textLines(text), {
      isShown: (key) => {
        asked.push(key);
        return key !== "#3";
      },
    });
    expect(asked).toEqual(["#3", "#1"]);
    expect(runs).toEqual([{ at: 0, count: 40, key: "#1", number: 1, inPlace: false }]);
  });

  it("walks past each result that is not shown once in a search, however many lines look for it", () => {
    const known = new KnownLines();
    const text = "the same line, again and again\n".repeat(5_000);
    for (let result = 0; result < 200; result++) known.print(`#${result}`, textLines(text.slice(0, 400)));
    const older = vi.spyOn(HeldLines.prototype, "olderBlock");
    try {
      expect(known.find(textLines(text), { isShown: () => false })).toEqual([]);
      expect(older.mock.calls.length).toBeLessThan(1_000);
    } finally {
      older.mockRestore();
    }
    const [run] = known.find(textLines(text), { isShown: (key) => key === "#7" || key === "#5" });
    expect(run).toMatchObject({ at: 0, key: "#7" });
  });

  it("says which source of a result has the lines, the first printed one where both have", () => {
    const known = new KnownLines();
    const [one, two] = [count(1, 10, plain), count(11, 20, plain)];
    known.print("#1", textLines(one), { source: "content" });
    known.print("#1", textLines(one + two));
    expect(known.find(textLines(one))).toEqual([
      { at: 0, count: 10, key: "#1", source: "content", number: 1, inPlace: false },
    ]);
    expect(known.find(textLines(two))).toEqual([{ at: 0, count: 10, key: "#1", number: 11, inPlace: false }]);
    known.forget(["#1"]);
    expect(known.find(textLines(one + two))).toEqual([]);
  });

  it("refuses texts of one result that were not printed one after the other", () => {
    const known = new KnownLines();
    known.print("#1", textLines(count(1, 10, plain)));
    known.print("#2", textLines(count(1, 10, plain)));
    expect(() => known.print("#1", textLines(count(1, 10, plain)))).toThrow(
      "#1 was printed before: the texts of a result are printed one after the other",
    );
    known.forget(["#1"]);
    known.print("#1", textLines(count(1, 10, plain)));
    expect(known.find(textLines(count(1, 10, plain)))[0]?.key).toBe("#1");
  });

  it("holds only lines that are in a block, and lets go of what is forgotten", () => {
    const known = new KnownLines();
    known.print("#1", textLines(count(1, 7, (number) => `${number} ${"x".repeat(100)}`)));
    known.print("#2", textLines("\n".repeat(7)));
    expect([known.size, known.has("#1"), known.has("#2")]).toEqual([0, false, false]);
    known.print("#3", textLines(count(1, 30, plain)));
    const copy = known.copy();
    expect([known.size, known.has("#3")]).toEqual([30, true]);
    known.forget(["#3"]);
    expect([known.size, known.has("#3"), known.find(textLines(count(1, 30, plain)))]).toEqual([0, false, []]);
    expect(copy.find(textLines(count(1, 30, plain)))).toHaveLength(1);
  });

  it("twenty thousand results that come and go leave what is alive", () => {
    const known = new KnownLines();
    const text = (number: number): TextLines => textLines(count(1, 8, (row) => `${number} ${plain(row)}`));
    for (let number = 0; number < 20_000; number++) {
      known.print(`#${number}`, text(number));
      if (number >= 10) known.forget([`#${number - 10}`]);
    }
    expect(known.size).toBe(80);
    for (let number = 19_990; number < 20_000; number++)
      expect(known.find(text(number))[0]?.key).toBe(`#${number}`);
    expect(known.find(text(19_989))).toEqual([]);
  });

  it("a run begins in one stretch and does not go on into the next", () => {
    const known = new KnownLines();
    const lines = fileLines(count(1, 30, plain));
    known.print("#1", lines, {
      ranges: [
        { from: 0, to: 15 },
        { from: 16, to: 30 },
      ],
      file: "f",
    });
    expect(known.find(lines, { file: "f" })).toEqual([
      { at: 0, count: 15, key: "#1", number: 1, inPlace: true },
      { at: 16, count: 14, key: "#1", number: 17, inPlace: true },
    ]);
    expect(known.find(lines)[0]).toEqual({ at: 0, count: 15, key: "#1", number: 1, inPlace: false });
  });

  it("a run of 199 characters is none, one of 200 is; characters are counted, not units", () => {
    const known = new KnownLines();
    // Eight lines with seven newlines between them.
    const rows = (characters: number, sign: string): string => {
      const each = Math.floor((characters - 7) / 8);
      return [...Array.from({ length: 7 }, () => sign.repeat(each)), sign.repeat(characters - 7 - 7 * each)]
        .map((row) => `${row}\n`)
        .join("");
    };
    for (const sign of ["x", "\ud83d\ude00"]) {
      expect([canBeNamed(textLines(rows(199, sign))), canBeNamed(textLines(rows(200, sign)))]).toEqual([
        false,
        true,
      ]);
      known.print(sign, textLines(`${rows(199, sign)}and more ${"y".repeat(200)}\n`));
      expect(known.find(textLines(rows(199, sign)))).toEqual([]);
      known.print(`${sign} 200`, textLines(rows(200, sign)));
      expect(known.find(textLines(rows(200, sign)))).toHaveLength(1);
    }
  });

  it("a long text whose lines are all equal, or empty, or in short runs everywhere, is gone through once", () => {
    const known = new KnownLines();
    const equal = textLines("the same line\n".repeat(200_000));
    known.print("#1", equal);
    expect(known.find(equal)).toEqual([{ at: 0, count: 200_000, key: "#1", number: 1, inPlace: false }]);
    known.print("#2", textLines(count(1, 200, (row) => (row % 150 === 0 ? `end ${row}` : ""))));
    expect(known.find(textLines(count(1, 200_000, (row) => (row % 150 === 0 ? `stop ${row}` : ""))))).toEqual(
      [],
    );
  });
});
