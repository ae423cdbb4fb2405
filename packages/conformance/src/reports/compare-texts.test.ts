import { expect, it } from "vitest";
import { compareTexts } from "./compare-texts.js";
import { visible } from "./visible.js";

it("marks the first difference in both texts", () => {
  expect(compareTexts("Entry added. (1%)", "Entry aded. (1%)")).toEqual([
    "expected",
    "| Entry added. (1%)",
    "          ^",
    "actual",
    "| Entry aded. (1%)",
    "          ^",
    'line 1, character 9: expected "d" (U+0064), actual "e" (U+0065)',
  ]);
});

it("shows lines before and after, and counts the rest", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  const shown = compareTexts(lines.join("\n"), lines.with(9, "line X").join("\n"));
  expect(shown.slice(0, 13)).toEqual([
    "expected",
    "  (6 equal lines)",
    "| line 7\\n",
    "| line 8\\n",
    "| line 9\\n",
    "| line 10\\n",
    "       ^",
    "| line 11\\n",
    "| line 12\\n",
    "| line 13\\n",
    "| line 14\\n",
    "| line 15\\n",
    "  (5 more lines)",
  ]);
  expect(shown.at(-1)).toBe('line 10, character 6: expected "1" (U+0031), actual "X" (U+0058)');
});

it("says where one text ends", () => {
  expect(compareTexts("a\n", "a").at(-1)).toBe("line 1, character 2: expected a newline, actual the end");
  expect(compareTexts("a", "a\u2028").at(-1)).toBe(
    'line 1, character 2: expected the end, actual "\\u{2028}" (U+2028)',
  );
});

it("counts characters, and cuts long lines around the difference", () => {
  const text = `${"\u{1f600}".repeat(500)}a${"b".repeat(500)}`;
  const shown = compareTexts(text, text.replace("a", "c"));
  expect(shown[1]).toBe(`| …${"\u{1f600}".repeat(60)}a${"b".repeat(99)}…`);
  expect(shown[2]).toBe(`  ${" ".repeat(61)}^`);
  expect(shown.at(-1)).toBe('line 1, character 501: expected "a" (U+0061), actual "c" (U+0063)');
});

it("makes visible what is not", () => {
  expect(visible("a\tb\r\u0000\u001b[0m\u00a0\u200b\ufeffe\u0301 x")).toBe(
    "a\\tb\\r\\u{0}\\u{1b}[0m\\u{a0}\\u{200b}\\u{feff}e\\u{301} x",
  );
});
