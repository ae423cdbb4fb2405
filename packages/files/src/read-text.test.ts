import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { readText } from "./index.js";

it("gives the text exactly, and undefined only for a missing file", async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, "file"), "\uFEFFa\r\nb\0");
  writeFileSync(join(folder, "empty"), "");
  expect(await readText(join(folder, "file"))).toBe("\uFEFFa\r\nb\0");
  expect(await readText(join(folder, "empty"))).toBe("");
  expect(await readText(join(folder, "missing"))).toBe(undefined);
  expect(await readText(join(folder, "missing", "file"))).toBe(undefined);
});

it("lets others have their turn, whoever reads in a loop", async () => {
  const path = join(scratchFolder(), "file");
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, 20);
  const start = performance.now();
  while (!isOver && performance.now() - start < 3_000) await readText(path);
  expect(isOver).toBe(true);
});

it("refuses bytes that are not UTF-8, and what is not a file", async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, "latin"), Buffer.from("Tren\xe8\xedn", "latin1"));
  mkdirSync(join(folder, "folder"));
  await expect(readText(join(folder, "latin"))).rejects.toMatchObject({
    name: "FileError",
    code: "not-utf-8",
  });
  await expect(readText(join(folder, "folder"))).rejects.toMatchObject({ code: "not-a-file" });
  await expect(readText(join(folder, "latin", "file"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

it.skipIf(process.platform === "win32")("does not wait for a pipe's writer", async () => {
  const path = join(scratchFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  await expect(readText(path)).rejects.toMatchObject({ code: "not-a-file" });
});
