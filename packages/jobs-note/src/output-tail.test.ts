import { cleanTerminal, countCharacters, cutTail } from "@lembas/format";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputTail } from "./output-tail.js";

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.string({ unit: fc.constantFrom("\n", "a", "😀", "\t"), maxLength: 12 }),
  ),
  { maxLength: 40 },
);
const controlled = fc.array(
  fc.string({ unit: fc.constantFrom("\n", "\r", "a", "b", "😀", "\u001b", "[", "1", "m"), maxLength: 12 }),
  { maxLength: 40 },
);

describe("OutputTail", () => {
  it("gives every piece once, in order, while none is dropped", () => {
    fc.assert(
      fc.property(controlled, fc.array(fc.boolean()), (all, takes) => {
        const tail = new OutputTail(1_000);
        let taken = "";
        for (const [index, piece] of all.entries()) {
          tail.write(piece);
          if (takes[index]) taken += tail.take();
        }
        expect(taken + tail.take(true)).toBe(all.join(""));
        expect(tail.take(true)).toBe("");
      }),
    );
  });

  it("keeps the tail of what was written, whatever the pieces", () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 60 }), (all, keepChars) => {
        const tail = new OutputTail(keepChars);
        for (const piece of all) tail.write(piece);
        expect(tail.take(true)).toBe(cutTail(all.join(""), keepChars));
      }),
    );
  });

  it("never gives more than it may, and never half a character", () => {
    fc.assert(
      fc.property(controlled, fc.integer({ min: 1, max: 20 }), (all, keepChars) => {
        const tail = new OutputTail(keepChars);
        for (const piece of all) tail.write(piece);
        const taken = tail.take(true);
        expect(countCharacters(taken)).toBeLessThanOrEqual(keepChars + 1);
        expect(taken.isWellFormed()).toBe(true);
      }),
    );
  });

  it("lets no progress bar push a line out", () => {
    const tail = new OutputTail(100);
    tail.write("building\n");
    for (let frame = 1; frame <= 10_000; frame++) tail.write(`\r${frame} of 10000`);
    tail.write("\ndone\n");
    expect(cleanTerminal(tail.take(true))).toBe("building\n10000 of 10000\ndone\n");
  });

  it("keeps the frame that a carriage return has just ended", () => {
    const tail = new OutputTail(10);
    for (let frame = 1; frame <= 100; frame++) tail.write(`${frame}%\r`);
    expect(cleanTerminal(tail.take(true))).toBe("100%");
  });

  it("says that it dropped something once, and not after the next take", () => {
    const tail = new OutputTail(3);
    tail.write("abcdef");
    expect(tail.take()).toBe("…def");
    tail.write("gh");
    expect(tail.take()).toBe("gh");
    tail.write("x".repeat(100));
    expect(tail.take()).toBe("…xxx");
    expect(tail.take(true)).toBe("");
  });

  it("holds an escape sequence back until it is whole, and gives it at the end", () => {
    const tail = new OutputTail(100);
    tail.write("red: \u001b[3");
    expect(tail.take()).toBe("red: ");
    tail.write("1mred\u001b]0;title");
    expect(tail.take()).toBe("\u001b[31mred");
    expect(tail.take()).toBe("");
    expect(tail.take(true)).toBe("\u001b]0;title");
  });
});
