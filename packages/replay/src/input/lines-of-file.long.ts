import { constants } from "node:buffer";
import { appendFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { linesOfFile } from "./lines-of-file.js";

it("lines that are longer than a string can be have no text, and hide no other", async () => {
  const path = join(scratchFolder(), "long");
  await writeFile(path, "first\n");
  // Zeros that take no room on the disk.
  await truncate(path, constants.MAX_STRING_LENGTH + 100);
  await appendFile(path, "\nlast\n");
  const texts = [];
  for await (const { text } of linesOfFile(path)) texts.push(text);
  expect(texts).toEqual(["first", undefined, "last"]);
});
