import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isBinary } from "./binary.js";

/** Bytes as a compressed picture has them. */
const noise = (length: number): Buffer => {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 251;
    }),
  );
};

describe("C20: data that is no text", () => {
  it.each([
    ["a program", readFileSync(process.execPath).subarray(0, 400_000)],
    ["an archive", gzipSync(readFileSync(import.meta.filename))],
    ["noise", noise(20_000)],
    ["a database of zeros", Buffer.concat([Buffer.alloc(100_000), Buffer.alloc(60, 0xff)])],
  ])("%s is found", (_, bytes) => {
    expect(isBinary(bytes.toString("utf8"))).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["Japanese", "ビルドが完了しました。警告: 二件\n".repeat(500)],
    ["Arabic, Hindi, Thai, emoji", "مرحبا नमस्ते สวัสดี 👨‍👩‍👧 🏳️‍🌈\n".repeat(500)],
    ["a log with colours", "\u001b[32m✓\u001b[0m \u001b[2mpassed\u001b[22m\n".repeat(500)],
    [
      "a progress bar",
      Array.from({ length: 500 }, (_, n) => `\r\u001b[K[${"█".repeat(n % 40)}] ${n}%`).join(""),
    ],
    [
      "a screen drawn over",
      "\u001b[?25l\u001b[H\u001b[2J\u001b(0lqqk\u001b(B\u000e\u000f\b\b\u0007".repeat(500),
    ],
    ["box drawing", "┌─┬─┐\n│ │ │\n╞═╪═╡\n└─┴─┘\n".repeat(500)],
    ["a table of line feeds and tabs", "\t\n\r\n\f\v".repeat(500)],
    [
      "UTF-16",
      [..."words of a text in another encoding"]
        .map((one) => `${one}\0`)
        .join("")
        .repeat(90),
    ],
    ["zeros", "\0".repeat(100_000)],
    ["text with a damaged stretch", `${"\ufffd".repeat(900)}${"a line of a log\n".repeat(1_000)}`],
    ["what is odd only far behind", `${"a".repeat(8_000)}${"\ufffd".repeat(8_000)}`],
    ["Latin-1 that was read as such", "\u00e9\u00fc\u00df\u0085 caf\u00e9 na\u00efve\n".repeat(500)],
  ])("%s is text", (_, text) => {
    expect(isBinary(text)).toBe(false);
  });

  it("is told by 32 odd characters and three tenths, of 8,000 that are no NUL", () => {
    expect(isBinary("\ufffd".repeat(31))).toBe(false);
    expect(isBinary("\ufffd".repeat(32))).toBe(true);
    expect(isBinary("\u0001".repeat(32) + "😀".repeat(74))).toBe(true);
    expect(isBinary("\u0001".repeat(32) + "😀".repeat(75))).toBe(false);
    expect(isBinary("a".repeat(5_600) + "\u007f".repeat(2_400))).toBe(true);
    expect(isBinary("a".repeat(5_601) + "\u007f".repeat(2_400))).toBe(false);
    expect(isBinary(`${"a\0".repeat(5_600)}${"\u009f".repeat(2_400)}${"a".repeat(9_000)}`)).toBe(true);
  });
});
