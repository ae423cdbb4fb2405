import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNote, readShown, type SeenRead } from "../testing/read-note.js";
import { numbered, readResponse } from "../testing/transcript.js";
import type { Call, SentResult } from "../transcript/sent-request.js";
import { composeRead } from "./compose-read.js";
import type { Composed } from "./composed.js";

const path = "/project/src/app.ts";
const source = (count: number, from = 1): string[] =>
  Array.from(
    { length: count },
    (_, index) => `export const value${from + index} = compute(${from + index});`,
  );

const readCall = (id: string, input: object): Call => ({
  id,
  tool: "Read",
  input: { file_path: path, ...input },
});

const sent = (id: string, input: object, lines: readonly string[], first = 1): SentResult => ({
  call: readCall(id, input),
  content: numbered(lines, first),
  isError: false,
});

const compose = (
  input: object,
  lines: readonly string[],
  first: number,
  results: readonly SentResult[],
  before?: Call,
): Composed | undefined =>
  composeRead(readCall("now", input), readResponse(path, lines, first), { results, before, tokens: 1000 });

const fileOf = (composed: Composed | undefined): unknown =>
  (composed?.output as { readonly file?: unknown } | undefined)?.file;

describe("a Read", () => {
  const file = source(100);

  it("shows what is new at its end, under its own numbers", () => {
    const composed = compose({ offset: 41, limit: 60 }, file.slice(40), 41, [
      sent("1", { offset: 1, limit: 60 }, file.slice(0, 60)),
    ]);
    expect(fileOf(composed)).toEqual({
      filePath: path,
      content: file.slice(60).join("\n"),
      numLines: 40,
      startLine: 61,
      totalLines: 100,
    });
    expect(composed?.note).toBe(
      "This Read shows lines 61-100. The others stand above and are not shown again: lines 41-60 as in the Read of lines 1-60 above. Nothing is missing. The same Read made again at once shows every line.",
    );
    expect(composed?.given).toBe(file.slice(40).join("\n").length);
    expect(composed?.shown).toBe(file.slice(60).join("\n").length + (composed?.note ?? "").length);
  });

  it("shows its first line where nothing is new", () => {
    const composed = compose({ offset: 11, limit: 30 }, file.slice(10, 40), 11, [sent("1", {}, file)]);
    expect(fileOf(composed)).toMatchObject({ content: file[10], numLines: 1, startLine: 11 });
    expect(composed?.note).toContain(
      "shows line 11. The others stand above and are not shown again: lines 12-40 as in the Read above.",
    );
  });

  it("shows one stretch where several are new", () => {
    const now = file.with(29, "first new").with(69, "second new");
    const composed = compose({}, now, 1, [sent("1", { limit: 100 }, file)]);
    expect(fileOf(composed)).toMatchObject({
      content: now.slice(29, 70).join("\n"),
      numLines: 41,
      startLine: 30,
    });
    expect(composed?.note).toContain(
      "lines 1-29 as in the Read of lines 1-100 above; lines 71-100 as in the Read of lines 1-100 above.",
    );
  });

  it("names lines under other numbers by both, and by their words", () => {
    const now = ["// one more", "// and another", ...file];
    const composed = compose({}, now, 1, [sent("1", {}, file)]);
    expect(fileOf(composed)).toMatchObject({
      content: "// one more\n// and another",
      numLines: 2,
      startLine: 1,
    });
    expect(composed?.note).toContain(
      'lines 3-102 same as lines 1-100 of the Read above, from "export const value1 = compute(…" to "export const value100 = comput…".',
    );
  });

  it("tells Reads that asked for the same apart", () => {
    const now = file.with(4, "changed");
    const results = [sent("1", { limit: 100 }, file), sent("2", { limit: 100 }, ["changed"], 5)];
    expect(compose({ offset: 1, limit: 50 }, now.slice(0, 50), 1, results)?.note).toContain(
      "lines 6-50 as in the 1st Read of lines 1-100 above.",
    );
  });

  it("points to what a Write has in its call", () => {
    const write = { id: "w", tool: "Write", input: { file_path: path, content: `${file.join("\n")}\n` } };
    const result = { call: write, content: "File created successfully", isError: false };
    expect(compose({}, file, 1, [result])?.note).toContain("lines 2-100 as in the Write above.");
    expect(compose({}, file, 1, [{ ...result, isError: true }])).toBeUndefined();
  });

  it("is whole when it is asked for again at once, in whatever order its arguments come", () => {
    const before = { id: "1", tool: "Read", input: { limit: 60, offset: 41, file_path: path } };
    const results = [sent("0", {}, file)];
    expect(compose({ offset: 41, limit: 60 }, file.slice(40), 41, results, before)).toBeUndefined();
  });

  it.each([
    ["lines in the middle alone stand above", source(100), [sent("1", {}, source(60, 21), 21)]],
    ["too little is saved", source(100), [sent("1", {}, source(8))]],
    ["the earlier one failed", source(100), [{ ...sent("1", {}, source(100)), isError: true }]],
    ["nothing stands above", source(100), []],
    ["the file is empty", [""], []],
  ])("stays as it is where %s", (_, lines, results) => {
    expect(compose({}, lines, 1, results)).toBeUndefined();
  });

  it.each([
    ["no object", null],
    ["a picture", { type: "image", file: { base64: "" } }],
    ["a form that is not known", { type: "text", file: { content: 1 } }],
    ["another count of lines", { type: "text", file: { content: "a\nb", numLines: 3, startLine: 1 } }],
    ["half of a surrogate pair", { type: "text", file: { content: "\ud800", numLines: 1, startLine: 1 } }],
    ["a number that is none", { type: "text", file: { content: "a", numLines: 1, startLine: "1" } }],
  ])("stays as it is where the answer is %s", (_, response) => {
    const request = { results: [sent("1", {}, file)], before: undefined, tokens: 0 };
    expect(composeRead(readCall("now", {}), response, request)).toBeUndefined();
  });

  it.each([
    ["a path of several lines", { file_path: "/a\nb" }],
    ["pages", { pages: "1-3" }],
    ["an offset that is none", { offset: -1 }],
    ["a limit that is none", { limit: "all" }],
  ])("stays as it is where it is asked for with %s", (_, input) => {
    expect(compose(input, file, 1, [sent("1", {}, file)])).toBeUndefined();
  });

  it("takes numbers with an arrow, as older versions write them", () => {
    const content = file.map((line, index) => `${String(index + 1).padStart(6)}→${line}`).join("\n");
    const result = { ...sent("1", {}, file), content };
    expect(compose({ limit: 50 }, file.slice(0, 50), 1, [result])?.note).toContain(
      "lines 2-50 as in the Read above.",
    );
  });
});

/** A step of a random session: a Read, or an edit of the file. */
type Step =
  | { readonly kind: "read"; readonly offset: number; readonly limit: number; readonly forgets: boolean }
  | { readonly kind: "edit"; readonly at: number; readonly removed: number; readonly added: number };

const stepOf: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("read" as const),
      offset: fc.integer({ min: 1, max: 80 }),
      limit: fc.integer({ min: 1, max: 120 }),
      forgets: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      at: fc.nat(100),
      removed: fc.nat(5),
      added: fc.nat(5),
    }),
  },
);

it("a reader of what is shown finds every line under its own number, in any session", () => {
  let composedCount = 0;
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 2, maxLength: 25 }), fc.nat(3), (steps, sameness) => {
      // Equal lines, so that there are several places to point to.
      let file = source(120).map((line, index) => (sameness > 0 && index % (sameness * 7) < 3 ? "}" : line));
      let results: SentResult[] = [];
      let seen: SeenRead[] = [];
      let before: Call | undefined;
      let edits = 0;
      for (const [index, step] of steps.entries()) {
        if (step.kind === "edit") {
          const added = Array.from({ length: step.added }, () => `added ${edits++}`);
          file = file.toSpliced(step.at, step.removed, ...added);
          continue;
        }
        if (step.forgets) {
          // A compaction: what stood above is gone.
          results = [];
          seen = [];
        }
        const { offset, limit } = step;
        const lines = file.slice(offset - 1, offset - 1 + limit);
        if (lines.length === 0) continue;
        const call = readCall(String(index), { offset, limit });
        const composed = composeRead(call, readResponse(path, lines, offset), { results, before, tokens: 0 });
        const output = (fileOf(composed) ??
          (readResponse(path, lines, offset) as { file: unknown }).file) as {
          content: string;
          startLine: number;
          numLines: number;
        };
        const content = numbered(output.content.split("\n"), output.startLine);
        const shown = readShown(content);
        expect(shown.size).toBe(output.numLines);
        if (composed?.note !== undefined) {
          composedCount++;
          const whole = readNote(composed.note, shown, path, seen);
          expect([...whole]).toEqual(lines.map((line, at) => [offset + at, line]));
          expect(composed.shown).toBeLessThan(composed.given);
        } else expect([...shown.values()]).toEqual(lines);
        results.push({ call, content, isError: false });
        seen.push({ tool: "Read", path, offset, limit, shown });
        before = call;
      }
    }),
    { numRuns: 100 },
  );
  expect(composedCount).toBeGreaterThan(50);
});
