import fc from "fast-check";
import { expect, it } from "vitest";
import { applyOps } from "../operations/apply-ops.js";
import { renderMemory } from "./render-memory.js";

/** Reads a block as anyone could: the fence is its second line, and the next line equal to it ends the entries. */
const parseBlock = (block: string): string[] => {
  const [, fence, ...lines] = block.split("\n");
  if (fence === "(empty)") return [];
  const end = lines.indexOf(fence ?? "");
  expect(end).toBe(lines.length - 1);
  return lines.slice(0, end).join("\n").split("\n§\n");
};

const entry = fc
  .string({ unit: fc.constantFrom("a", "~", "~~~", "`", "§", "\n", " ", "\r", "\u2028", "\\", "\u{1f600}") })
  .filter((text) => !`\n${text}\n`.includes("\n§\n"));

const render = (entries: readonly string[]): string =>
  renderMemory({ label: "Memory", entries, limit: 2200 });

it("gives the entries back to whoever parses the block, whatever they hold", () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      expect(parseBlock(render(entries))).toEqual(entries);
    }),
    { numRuns: 1000 },
  );
});

it("shows lines of which any part is a valid old_text", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", "~", "$", '"', "\\", " "), minLength: 1 });
  fc.assert(
    fc.property(line, fc.nat(), fc.nat(), (content, from, length) => {
      const { entries } = applyOps({
        target: "memory",
        entries: [],
        limit: 2200,
        ops: [{ action: "add", content }],
      });
      fc.pre(entries.length > 0);
      const shown = render(entries).split("\n")[2] ?? "";
      const part = shown.slice(from % shown.length).slice(0, 1 + (length % shown.length));
      fc.pre(part.trim() !== "");
      const removal = applyOps({
        target: "memory",
        entries,
        limit: 2200,
        ops: [{ action: "remove", old_text: part }],
      });
      expect(removal.code).toBe("removed");
    }),
  );
});

it("makes lone surrogates U+FFFD", () => {
  expect(render(["a\ud800"])).toBe("[Memory · 0% — 2/2,200 chars]\n~~~\na\ufffd\n~~~");
});

it("refuses a limit that is no whole number above 0", () => {
  expect(() => renderMemory({ label: "Memory", entries: [], limit: 0 })).toThrow(RangeError);
});
