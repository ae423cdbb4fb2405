import fc from "fast-check";
import { expect, it } from "vitest";
import { applyOps } from "../operations/apply-ops.js";
import { checkBlocks, content, entries, readMarkdown } from "../testing/hostile-entries.js";
import { renderMemory } from "./render-memory.js";
import { renderResult } from "./render-result.js";

/** An independent reading of the same rule: by the properties that Unicode has, not by a list of ranges. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/u;

const lookAt = (text: string): string[] =>
  text.split(LINE_END).map((line) => line.replace(INVISIBLE, "").trim());

/** How many entries a person or a tool sees, who drops what draws nothing and takes any line end for one. */
const countSeen = (text: string): number => lookAt(text).filter((line) => line === "§").length + 1;

it("M3: no entry looks like several, to whatever reader", () => {
  fc.assert(
    fc.property(entries, (made) => {
      const block = renderMemory({ label: "Memory", entries: made, limit: 3_000 });
      if (made.length > 0) expect(countSeen(block)).toBe(made.length);
      for (const entry of made) expect(countSeen(entry)).toBe(1);
    }),
    { numRuns: 3_000 },
  );
});

it("M2: to Markdown each target is one fenced block, whatever is in its entries", () => checkBlocks(500));

it("M2: so are the entries that a refusal shows", () => {
  fc.assert(
    fc.property(entries, (made) => {
      const refused = applyOps({ target: "user", entries: made, limit: 3_000, ops: [{ action: "remove" }] });
      const codes = readMarkdown(renderResult(refused)).filter(({ type }) => type === "code");
      expect(codes).toHaveLength(made.length > 0 ? 1 : 0);
    }),
    { numRuns: 500 },
  );
});

it("M13: what a model quotes is on one line, whatever it sends", () => {
  fc.assert(
    fc.property(content, (oldText) => {
      const result = applyOps({
        target: "user",
        entries: ["Prefers tea."],
        limit: 3_000,
        ops: [{ action: "remove", old_text: `x${oldText}x` }],
      });
      expect(result.message.split(LINE_END)).toHaveLength(1);
      const lines = lookAt(renderResult(result));
      expect(lines.filter((line) => line === "Entries now:")).toHaveLength(1);
    }),
  );
});

it("is read in a time that grows with its length alone", () => {
  for (const piece of [" ", "~", "\n", "§\n", "\u200b", "~\u200b", "\u200b§ ", " \n"]) {
    const text = piece.repeat(200_000);
    const start = performance.now();
    renderMemory({ label: "Memory", entries: [text], limit: 3_000, maxChars: 10_000_000 });
    applyOps({ target: "user", entries: [], limit: 3_000, ops: [{ action: `x${text}x`, content: text }] });
    expect(performance.now() - start).toBeLessThan(5_000);
  }
});
