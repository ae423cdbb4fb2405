import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, it } from "vitest";
import { applyOps } from "../operations/apply-ops.js";
import { renderMemory } from "./render-memory.js";
import { renderResult } from "./render-result.js";

/** What a page may put into an entry to make it look like another one, or like the end of the block. */
const CHARACTERS = [
  ..."aa~~~~``§§§>-#[]:  ",
  ..."\n\n\n\r\t\v\f\u0000\u001c\u001e\u0085\u2028\u2029",
  ..."\u00a0\u00ad\u034f\u061c\u115f\u180e\u200b\u200d\u200e\u202e\u2060\u2800\u3164\ufe0f\ufeff\uffa0\ufff9",
  "\u{e0041}",
  "\u{1d173}",
  "\u{1bca0}",
];

const character = fc.constantFrom(...CHARACTERS);

const content = fc.oneof(
  fc.array(character, { maxLength: 12 }).map((list) => list.join("")),
  fc
    .tuple(character, character, character, character)
    .map(([one, two, three, four]) => `a${one}${two}§${three}${four}b`),
  fc.tuple(character, character).map(([one, two]) => `a\n${one}~~~~${two}\nb`),
);

/** Entries as operations make them of what a model sends. */
const entries = fc.array(content, { minLength: 1, maxLength: 6 }).map((contents) => {
  let made: string[] = [];
  for (const one of contents) {
    made = applyOps({
      target: "user",
      entries: made,
      limit: 3_000,
      ops: [{ action: "add", content: one }],
    }).entries;
  }
  return made;
});

/** An independent reading of the same rule: by the properties that Unicode has, not by a list of ranges. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/u;

const lookAt = (text: string): string[] =>
  text.split(LINE_END).map((line) => line.replace(INVISIBLE, "").trim());

/** How many entries a person or a tool sees, who drops what draws nothing and takes any line end for one. */
const countSeen = (text: string): number => lookAt(text).filter((line) => line === "§").length + 1;

/** The blocks that Markdown has in a text: their kinds, and what stands in the fenced one. */
const readMarkdown = (text: string) => fromMarkdown(text).children;

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

it("M2: to Markdown each target is one fenced block, whatever is in its entries", () => {
  fc.assert(
    fc.property(entries, fc.array(content, { maxLength: 3 }), (made, others) => {
      const target = (list: readonly string[]) =>
        renderMemory({ label: "Memory", entries: list, limit: 3_000 });
      const prompt = `${target(made)}\n\n${target(others)}\n\nThe end.`;
      const blocks = readMarkdown(prompt);
      const fenced = [made, others].filter((list) => list.length > 0);
      expect(blocks.filter(({ type }) => type === "code")).toHaveLength(fenced.length);
      expect(blocks.filter(({ type }) => type === "paragraph")).toHaveLength(3);
      expect(blocks).toHaveLength(3 + fenced.length);
      // All of a list is in its block. (Markdown takes every CR for a line end, and shows NUL as U+FFFD.)
      const asMarkdown = (text: string) => text.replace(/\r\n?/gu, "\n").replaceAll("\0", "\ufffd").trim();
      const codes = blocks.flatMap((block) => (block.type === "code" ? [asMarkdown(block.value)] : []));
      expect(codes).toEqual(fenced.map((list) => asMarkdown(list.join("\n§\n"))));
    }),
    { numRuns: 2_000 },
  );
});

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
