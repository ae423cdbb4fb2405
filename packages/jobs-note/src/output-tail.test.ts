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
  it("J7 is cleaned always, however short, in whatever pieces", () => {
    fc.assert(
      fc.property(controlled, (all) => {
        const tail = new OutputTail(1_000);
        for (const piece of all) tail.write(piece);
        expect(tail.take()).toBe(cleanTerminal(all.join("")));
        expect(tail.take()).toBe("");
      }),
    );
  });

  it("keeps the tail of what was written, whatever the pieces", () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 60 }), (all, keepChars) => {
        const tail = new OutputTail(keepChars);
        for (const piece of all) tail.write(piece);
        expect(tail.take()).toBe(cutTail(all.join(""), keepChars));
      }),
    );
  });

  it("never gives more than it may, and never half a character", () => {
    fc.assert(
      fc.property(controlled, fc.integer({ min: 1, max: 20 }), (all, keepChars) => {
        const tail = new OutputTail(keepChars);
        for (const piece of all) tail.write(piece);
        const taken = tail.take();
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
    expect(cleanTerminal(tail.take())).toBe("building\n10000 of 10000\ndone\n");
  });

  it("keeps the frame that a carriage return has just ended", () => {
    const tail = new OutputTail(10);
    for (let frame = 1; frame <= 100; frame++) tail.write(`${frame}%\r`);
    expect(cleanTerminal(tail.take())).toBe("100%");
  });

  it("says that it dropped something once, and not after the next take", () => {
    const tail = new OutputTail(3);
    tail.write("abcdef");
    expect(tail.take()).toBe("…def");
    tail.write("gh");
    expect(tail.take()).toBe("gh");
    tail.write("x".repeat(100));
    expect(tail.take()).toBe("…xxx");
    expect(tail.take()).toBe("");
  });

  it("J4 begins in no sequence, of however many colours a line is made", () => {
    const tail = new OutputTail(1_000);
    for (let count = 0; count < 30_000; count++) tail.write("\u001b[38;5;196mx\u001b[0m");
    expect(tail.take()).toBe(`…${"x".repeat(1_000)}`);
  });

  it("J4 shows nothing of an inline image, at once or over many pieces and reads", () => {
    const image = `\u001b]1337;File=inline=1:${"QUJD".repeat(250_000)}\u0007`;
    const tail = new OutputTail(1_000);
    tail.write(`before ${image} after\n`);
    expect(tail.take()).toBe("before  after\n");
    for (let at = 0; at < image.length; at += 65_536) {
      tail.write(image.slice(at, at + 65_536));
      expect(tail.take()).toBe("");
    }
    tail.write("shown");
    expect(tail.take()).toBe("shown");
  });

  it("J4 holds a sequence back until it is whole, and never shows one that is not", () => {
    const tail = new OutputTail(100);
    tail.write("red: \u001b[3");
    expect(tail.take()).toBe("red: ");
    tail.write("1mred\u001b]0;title");
    expect(tail.take()).toBe("red");
    tail.write(`${"x".repeat(1_000)}\u001b`);
    expect(tail.take()).toBe("");
    tail.write("\\end");
    expect(tail.take()).toBe("end");
  });

  it("keeps a drawing that moves up one drawing, however long it lasts", () => {
    const tail = new OutputTail(1_000);
    tail.write("building\n");
    for (let frame = 1; frame <= 20_000; frame++) tail.write(`api ${frame}\ndb ${frame}\n\u001b[2A`);
    expect(tail.take()).toBe("building\napi 20000\ndb 20000\n");
  });

  describe("J3 redact", () => {
    const secret = "token=abcdefghij";
    const redact = (text: string): string => text.replaceAll(/token=\w+/g, "token=***");

    it("sees a secret that the last cut would part", () => {
      for (let keepChars = 1; keepChars < 24; keepChars++) {
        const tail = new OutputTail(keepChars, redact);
        tail.write(`x ${secret} y\n`);
        expect("…x token=*** y\n".endsWith(tail.take().slice(1))).toBe(true);
      }
    });

    it("sees one that a cut on the way would part, wherever it stands", () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 32_700, max: 32_800 }),
          fc.integer({ min: 1, max: 5_000 }),
          (from, step) => {
            const tail = new OutputTail(16_384, redact);
            const text = `${"x ".repeat(32_768).slice(0, 65_600 - from)} ${secret}${" y".repeat(32_768)}`;
            for (let at = 0; at < text.length; at += step) tail.write(text.slice(at, at + step));
            tail.write("\n");
            expect(tail.take()).not.toContain("abcdef".slice(-3));
          },
        ),
        { numRuns: 40 },
      );
    });

    it("sees a line of secrets alone, of any length", () => {
      const tail = new OutputTail(16_384, redact);
      for (let count = 0; count < 20_000; count++) tail.write(`${secret} `);
      expect(tail.take().slice(1)).toMatch(/^[oken=* t]*$/);
    });

    it("shows nothing unredacted where it throws", () => {
      let isBroken = true;
      const tail = new OutputTail(10, (text) => {
        if (isBroken) throw new Error("no rules loaded");
        return redact(text);
      });
      tail.write(`${secret} `.repeat(10_000));
      expect(() => tail.take()).toThrow("no rules loaded");
      isBroken = false;
      tail.write("later");
      expect(tail.take()).toBe("…later");
    });
  });
});
