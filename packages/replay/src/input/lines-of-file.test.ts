import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linesOfFile } from "./lines-of-file.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "replay-lines-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const linesOf = async (text: string): Promise<(string | undefined)[]> => {
  const path = join(folder, "file");
  await writeFile(path, text);
  const lines: (string | undefined)[] = [];
  for await (const line of linesOfFile(path)) {
    lines.push(line.text);
    expect(line.number).toBe(lines.length);
  }
  return lines;
};

describe("the lines of a file", () => {
  it("end at a newline and nowhere else", async () => {
    expect(await linesOf("a\u2028b\r\nc\n\nd")).toEqual(["a\u2028b\r", "c", "", "d"]);
    expect(await linesOf("a\n")).toEqual(["a"]);
    expect(await linesOf("")).toEqual([]);
  });

  it("are whole where they lie across pieces, characters of several bytes too", async () => {
    const long = `${"x".repeat((1 << 20) - 1)}😀${"é".repeat(1 << 20)}`;
    expect(await linesOf(`${long}\nshort\n${long}`)).toEqual([long, "short", long]);
  });

  it("are those that it had when it was opened: no half of one that is written meanwhile", async () => {
    const path = join(folder, "grows");
    await writeFile(path, "a\nb\n");
    const lines: (string | undefined)[] = [];
    for await (const { text } of linesOfFile(path)) {
      if (lines.push(text) === 1) await appendFile(path, "c\nhalf of");
    }
    expect(lines).toEqual(["a", "b"]);
  });

  it("let other work of the process go on, so that a long recording can be left off", async () => {
    const path = join(folder, "large");
    await writeFile(path, "x\n".repeat(1_500_000));
    let turns = 0;
    const count = (): void => {
      turns += 1;
    };
    for await (const { number } of linesOfFile(path)) if (number % 1_000 === 0) setImmediate(count);
    expect(turns).toBeGreaterThan(1_000);
  });

  it("of a folder are an Error", async () => {
    await expect(linesOfFile(folder).next()).rejects.toThrow("EISDIR");
  });
});
