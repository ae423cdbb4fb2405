import { describe, expect, it } from "vitest";
import { ContextLedger } from "./context-ledger.js";
import { guide } from "./guide.js";

// biome-ignore lint/suspicious/noExplicitAny: what a program without types may pass
const wrong = (value: unknown): any => value;

describe("guide", () => {
  it.each([{}, { recall: false }, { recall: true }])("is at most 120 words: %o", (options) => {
    expect(guide(options).split(/\s+/).length).toBeLessThanOrEqual(120);
  });

  it("names the recall tool where there is one, and only there", () => {
    expect(guide()).not.toMatch(/recall/i);
    expect(guide({ recall: true })).toBe(`${guide()} Call recall with an id to see that result again.`);
  });

  it("speaks of heads and of what is unchanged in the words that results have", () => {
    const ledger = new ContextLedger({ idPrefix: "a" });
    const content = "line\n".repeat(9);
    const first = ledger.read({ path: "a.txt", content });
    const second = ledger.read({ path: "a.txt", content });
    expect(guide()).toContain(`such as ${first.id};`);
    expect(second.text).toMatch(/ Unchanged since #a001/);
    expect(guide()).toContain("unchanged since an earlier one");
  });

  it("refuses what is no option", () => {
    expect(() => guide(wrong("recall"))).toThrow(
      'options must be an object like { recall: true }; got the string "recall"',
    );
    expect(() => guide({ recall: wrong(1) })).toThrow("recall must be true or false; got 1");
  });
});
