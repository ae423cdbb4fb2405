import { countCharacters, splitLines } from "@lembas/format";
import fc from "fast-check";
import { expect, it } from "vitest";
import { numberLines } from "./line-numbers.js";
import { findPage } from "./page.js";

const text = fc
  .array(fc.constantFrom("a", "😀b", "\n", "\n\n", "\r", "long line "), { maxLength: 60 })
  .map((parts) => parts.join(""));

it("a page is the asked lines, as many as the bound allows, and the next page goes on without a gap", () => {
  fc.assert(
    fc.property(text, fc.boolean(), fc.integer({ min: 20, max: 90 }), (content, numbered, pageChars) => {
      const lines = splitLines(content);
      let shown = "";
      let offset = 1;
      let column = 1;
      while (offset <= lines.length) {
        const page = findPage(content, { offset, limit: 5, column, pageChars, numbered });
        if (page.kind !== "lines") throw new Error(`no lines from ${offset}, column ${column}`);
        const body = content.slice(page.start, page.end);
        expect(countCharacters(numbered ? numberLines(body, page.first) : body)).toBeLessThanOrEqual(
          pageChars,
        );
        expect(page.lines).toBe(lines.length);
        shown += body + (page.next === undefined ? "\n" : "");
        offset = page.next === undefined ? page.last + 1 : page.first;
        column = page.next ?? 1;
      }
      expect(shown).toBe(lines.map((line) => `${line}\n`).join(""));
    }),
  );
});
