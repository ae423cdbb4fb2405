import fc from "fast-check";
import { expect, it } from "vitest";
import { applyOps } from "../operations/apply-ops.js";
import { renderResult } from "./render-result.js";

it("renders what applyOps gives", () => {
  const entries = ["Prefers tea."];
  const refused = applyOps({
    target: "user",
    entries,
    limit: 1375,
    ops: [{ action: "remove", old_text: "mate" }],
  });
  expect(renderResult(refused)).toBe(
    'Refused: no entry contains "mate".\n0% — 12/1,375 chars\nEntries now:\n~~~\nPrefers tea.\n~~~',
  );
});

it("shows whole entries from the first, as many as fit, and says how many more there are", () => {
  const entry = fc.nat({ max: 900 }).map((length) => "x".repeat(length));
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 20 }), (entries) => {
      const text = renderResult({ ok: false, message: "m", usage: "u", shown: true, entries });
      const [, shown = "", left = "0"] =
        /^Refused: m\nu\nEntries now:(?:\n~~~\n([\s\S]*)\n~~~)?(?:\n\((\d+) more entr(?:y|ies)\))?$/.exec(
          text,
        ) ?? [];
      const count = entries.length - Number(left);
      expect(shown).toBe(entries.slice(0, count).join("\n§\n"));
      expect(shown.length).toBeLessThanOrEqual(4000);
      if (count < entries.length)
        expect(entries.slice(0, count + 1).join("\n§\n").length).toBeGreaterThan(4000);
    }),
  );
});

it.each([
  ["ok", 1, "ok must be true or false; got 1"],
  ["message", 5, "message must be a string; got 5"],
  ["usage", null, "usage must be a string; got null"],
  ["shown", "yes", 'shown must be true or false; got the string "yes"'],
  ["entries", "x", 'entries must be a list of strings; got the string "x"'],
])("says which part of a result is wrong: %s", (name, value, message) => {
  const result = { ok: false, message: "m", usage: "u", shown: true, entries: [], [name]: value };
  expect(() => renderResult(result)).toThrow(message);
});
