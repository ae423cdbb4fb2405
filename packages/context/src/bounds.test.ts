import { describe, expect, it } from "vitest";
import { ContextLedger } from "./context-ledger.js";

const image = (bytes: number): { type: "image"; mimeType: string; data: string } => ({
  type: "image",
  mimeType: "image/png",
  data: Buffer.alloc(bytes, 7).toString("base64"),
});

describe("C20: a measure of the host", () => {
  const tokens = (text: string): number => new TextEncoder().encode(text).length;

  it("bounds 39,340 Japanese characters", () => {
    const text = `${"日本語の行です。\n".repeat(4_371)}`;
    const plain = new ContextLedger().output({ tool: "bash", text });
    const measured = new ContextLedger({ measure: tokens, cap: { maxLines: 10_000 } }).output({
      tool: "bash",
      text,
    });
    expect(tokens(plain.text)).toBeLessThan(40_000);
    expect(measured.kind).toBe("capped");
    expect(tokens(measured.text)).toBeLessThanOrEqual(30_100);
  });

  it("shows at least one character of a read, so that reading on ends", () => {
    const ledger = new ContextLedger({ measure: () => 1_000_000, pageChars: 100 });
    const content = "ab\nc\n\nd\n";
    const seen: string[] = [];
    let [offset, column]: [number, number] = [1, 1];
    for (let reads = 0; reads < 9; reads++) {
      const { text } = ledger.read({ path: "a", content, offset, column });
      seen.push(text.split("\n")[1] ?? "");
      const next = /read again with offset (\d+)(?: and column (\d+))?/u.exec(text);
      if (!next) break;
      [offset, column] = [Number(next[1]), Number(next[2] ?? 1)];
    }
    expect(seen).toEqual(["1: a […cut]", "1: b", "2: c", "3: ", "4: d"]);
  });

  it("is not asked again when the journal is replayed", () => {
    let asked = 0;
    const measure = (text: string): number => {
      asked++;
      return text.length;
    };
    const ledger = new ContextLedger({ measure, cap: { maxChars: 20 }, pageChars: 100 });
    ledger.output({ tool: "bash", text: "a line\n".repeat(9) });
    ledger.read({ path: "a", content: "a line\n".repeat(90) });
    const before = asked;
    const again = ContextLedger.replay(JSON.parse(JSON.stringify(ledger)), { measure });
    expect(asked).toBe(before);
    expect(again.toJSON()).toEqual(ledger.toJSON());
  });

  it("whose answer is wrong throws before anything changes", () => {
    const ledger = new ContextLedger({ measure: () => Number.NaN });
    const error = new RangeError("measure's answer must be a finite number of at least 0; got NaN");
    expect(() => ledger.output({ tool: "bash", text: "a" })).toThrow(error);
    expect(() => ledger.read({ path: "a", content: "a" })).toThrow(error);
    expect(() => ledger.edit({ path: "a", before: "a", after: "b" })).toThrow(error);
    expect(ledger.toJSON()).toEqual([]);
  });
});

describe("C20: bounds of a result", () => {
  it("the bytes of images are counted, and above the bound they are not inserted", () => {
    const ledger = new ContextLedger({ imageBytes: 1_000, repeatable: ["browser"] });
    ledger.output({ tool: "browser", blocks: [image(1_000), image(8_000_000)] });
    ledger.output({ tool: "web", blocks: [image(1_000)] });
    ledger.output({ tool: "browser", blocks: [image(1_000), image(8_000_000)] });
    ledger.output({ tool: "browser", text: "no image" });
    expect(ledger.stats.imageBytes).toEqual({ given: 16_003_000, inserted: 1_000 });
    const again = ContextLedger.replay(JSON.parse(JSON.stringify(ledger)));
    expect(again.stats).toEqual(ledger.stats);
  });

  it("a grep hit of 200,000 characters on one line keeps its path and its start", () => {
    const ledger = new ContextLedger({ lineChars: 200 });
    const { text, id } = ledger.output({ tool: "grep", text: `dist/app.js:1:${"x".repeat(200_000)}\n` });
    expect(text).toBe(`[#0001]\ndist/app.js:1:${"x".repeat(186)} […cut]`);
    expect(ledger.recall({ target: id, column: 200_000 }).text).toBe(
      `[#0002 recall #0001 lines 1-1 of 1]\n${"x".repeat(15)}`,
    );
  });

  it("a program's binary is named, and recalled", () => {
    const ledger = new ContextLedger();
    const text = "\u0002\ufffdELF\ufffd".repeat(30_000);
    expect(ledger.output({ tool: "bash", text }).text).toBe("[#0001]\n[binary data, 180000 characters]");
    expect(ledger.recall({ target: "#0001" }).text).toContain("lines 1-1 of 1]\n\ufffdELF\ufffd");
    expect(ledger.stats.output).toEqual({ steps: 1, given: 180_000, inserted: 40 });
  });

  it.each<[object, Error]>([
    [{ measure: "tokens" }, new TypeError('measure must be a function; got the string "tokens"')],
    [{ lineChars: 0 }, new RangeError("lineChars must be a whole number of at least 1; got 0")],
    [{ lineChars: "80" }, new TypeError('lineChars must be a number; got the string "80"')],
    [{ imageBytes: -1 }, new RangeError("imageBytes must be a whole number of at least 0; got -1")],
    [{ imageBytes: null }, new TypeError("imageBytes must be a number; got null")],
  ])("the options %j are refused by name", (options, error) => {
    expect(() => new ContextLedger(options)).toThrow(error);
  });
});
