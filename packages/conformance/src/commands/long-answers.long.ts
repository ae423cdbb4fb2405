import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runWithHeap } from "../testing/run-with-heap.js";
import { writeCases } from "../testing/write-cases.js";

const folder = mkdtempSync(join(tmpdir(), "answers-"));
const script = join(import.meta.dirname, "../../hostile/command.js");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["long-legal", 256, 1_000],
  ["long-lists", 256, 100],
  ["long-keys", 256, 100],
  ["long-message", 256, 100],
  ["long-key", 256, 100],
  ["long-legal", 128, 24],
  ["long-lists", 128, 1],
  ["long-keys", 128, 1],
  ["long-message", 128, 24],
  ["long-key", 128, 24],
])(
  "K2 7 MB on each of many cases leave a whole report: %s, in a heap of %i MB, %i cases",
  async (way, heap, count) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const cases = numbers.map((n) => ({ id: `format/count/n${n}`, op: "count", n, expect: `${n}` }));
    writeCases(folder, "format", cases);
    const { code, stdout, stderr } = await runWithHeap(
      heap,
      folder,
      `"${process.execPath}" "${script}" ${way}`,
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(JSON.parse(stdout).counts).toMatchObject({ cases: count, passed: 0, unexpected: count });
  },
);
