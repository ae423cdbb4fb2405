import fc from "fast-check";
import { expect, it } from "vitest";
import { formatEntries, parseEntries, revisionOf } from "./file-entries.js";

it.each([
  ["nothing", "", []],
  ["a byte order mark", "\uFEFFa\n§\nb\n", ["a", "b"]],
  ["a byte order mark before the separator", "\uFEFF§\nb\n", ["b"]],
  ["CRLF", "a\r\nmore\r\n§\r\nb\r\n", ["a\nmore", "b"]],
  ["a lone carriage return", "a\rmore\r§\rb", ["a\nmore", "b"]],
  ["no final newline", "a\n§\nb", ["a", "b"]],
  ["no separator at all", "a\n\nb\n", ["a\n\nb"]],
  ["blank lines and spaces around the separator", "a\n\n  \u00a0§ \t\n\n  b  \n", ["a", "b"]],
  ["the separator alone", "§", []],
  ["many separators", "§\n§\na\n§\n \n§\n", ["a"]],
  ["separators in the middle of a line", "a § b\n§§\n", ["a § b\n§§"]],
  ["entries that are equal", "a\n§\na\n", ["a", "a"]],
])("reads %s", (_, text, entries) => {
  expect(parseEntries(text)).toEqual(entries);
});

it("writes entries between lines that hold only the separator, with a final newline", () => {
  expect(formatEntries([])).toBe("");
  expect(formatEntries(["a"])).toBe("a\n");
  expect(formatEntries(["a\nmore", "b"])).toBe("a\nmore\n§\nb\n");
});

it.each(["", " ", " a", "a\n", "a\r\nb", "§", "a\n § \nb", "\uFEFFa"])("refuses the entry %j", (entry) => {
  expect(() => formatEntries(["fine", entry])).toThrow(TypeError);
});

const pieces = fc.string({ unit: fc.constantFrom("a", "§", "\n", "\r", " ", "\uFEFF", "\u2028", "🍵") });

it("can write whatever it reads", () => {
  fc.assert(
    fc.property(pieces, (text) => {
      const entries = parseEntries(text);
      expect(parseEntries(formatEntries(entries))).toEqual(entries);
    }),
  );
});

it("reads whatever it writes as it was, and refuses to write the rest", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 3 }), (entries) => {
      const isKept = entries.every(
        (entry) => parseEntries(entry).length === 1 && parseEntries(entry)[0] === entry,
      );
      if (isKept) expect(parseEntries(formatEntries(entries))).toEqual(entries);
      else expect(() => formatEntries(entries)).toThrow(TypeError);
    }),
  );
});

it("names equal entries alike, and no others", () => {
  expect(revisionOf(["a", "b"])).toBe(revisionOf(["a", "b"]));
  expect(new Set([["a", "b"], ["a\n§\nb"], ["b", "a"], ["ab"], []].map(revisionOf)).size).toBe(5);
});
