import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { expect } from "vitest";
import { applyOps } from "../operations/apply-ops.js";
import { renderMemory } from "../texts/render-memory.js";

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

/** An entry as a model sends it. */
export const content = fc.oneof(
  fc.array(character, { maxLength: 12 }).map((list) => list.join("")),
  fc
    .tuple(character, character, character, character)
    .map(([one, two, three, four]) => `a${one}${two}§${three}${four}b`),
  fc.tuple(character, character).map(([one, two]) => `a\n${one}~~~~${two}\nb`),
);

/** Entries as operations make them of what a model sends. */
export const entries = fc.array(content, { minLength: 1, maxLength: 6 }).map((contents) => {
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

/** The blocks that Markdown has in a text: their kinds, and what stands in the fenced one. */
export const readMarkdown = (text: string) => fromMarkdown(text).children;

/** To Markdown each target is one fenced block, whatever is in its entries: looked at so many times. */
export const checkBlocks = (numRuns: number): void => {
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
    { numRuns },
  );
};
