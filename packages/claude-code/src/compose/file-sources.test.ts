import { fileLines, KnownLines, numberedLines } from "@lembas/context/known-lines";
import fc from "fast-check";
import { expect, it } from "vitest";
import { numbered } from "../testing/transcript.js";
import type { SentResult } from "../transcript/sent-request.js";
import { knownFileLines } from "./file-sources.js";
import { nameCalls, readFileCall } from "./read-names.js";

const path = "/project/src/app.ts";

/** A result of a Read from line `from` on. */
const shown = (id: number, lines: readonly string[], from: number): SentResult => ({
  call: { id: String(id), tool: "Read", input: { file_path: path, offset: from, limit: lines.length } },
  content: numbered(lines, from),
  isError: false,
});

const version = fc
  .array(fc.record({ at: fc.nat(59), with: fc.constantFrom("", "changed", "inserted") }), { maxLength: 4 })
  .map((edits) => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `line ${index % 23} of a file that has equal lines`,
    );
    for (const { at, with: kind } of edits) {
      if (kind === "") lines.splice(at, 1);
      else lines.splice(at, kind === "changed" ? 1 : 0, `${kind} at ${at}, which is a line of its own`);
    }
    return lines;
  });
const read = fc.record({
  lines: version,
  from: fc.integer({ min: 1, max: 40 }),
  count: fc.integer({ min: 1, max: 60 }),
});

it("finds what is found where every result is looked at", () => {
  fc.assert(
    fc.property(fc.array(read, { maxLength: 8 }), read, (before, { lines, from, count }) => {
      const results = before.map((one, index) =>
        shown(index, one.lines.slice(one.from - 1, one.from - 1 + one.count), one.from),
      );
      const now = fileLines(`${lines.slice(from - 1, from - 1 + count).join("\n")}\n`, from);
      const names = nameCalls(
        results.map(({ call }) => readFileCall(call) ?? { path, asked: "" }),
        path,
      );
      const known = new KnownLines();
      for (const [index, { content }] of results.entries()) {
        known.print(names[index] ?? "", numberedLines(String(content), "\t") ?? fileLines(""), {
          file: path,
        });
      }
      const whole = known.find(now, { file: path, alerts: false });
      const found = knownFileLines(results, now, path).find(now, { file: path, alerts: false });
      expect(found).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});
