import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { canMount, scratchFolder, tinyDisk } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { appendLines } from "./index.js";

it("adds lines, and makes the file for its owner alone", async () => {
  const folder = scratchFolder();
  const path = join(folder, "log");
  await appendLines(path, ["one", "two"]);
  await appendLines(path, []);
  await appendLines(path, ["", "čtyři"]);
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n\nčtyři\n");
  expect(readdirSync(folder)).toEqual(["log"]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o7777).toBe(0o600);
});

it("begins a new line after one that has no end", async () => {
  const path = join(scratchFolder(), "log");
  writeFileSync(path, "one");
  await appendLines(path, ["two"]);
  appendFileSync(path, "three");
  await appendLines(path, ["four"]);
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\nthree\nfour\n");
});

it("keeps the lines of a call together", async () => {
  const path = join(scratchFolder(), "log");
  const calls = Array.from({ length: 20 }, (_, call) => [`${call} a`, `${call} b`]);
  await Promise.all(calls.map((lines) => appendLines(path, lines)));
  expect(readFileSync(path, "utf8")).toBe(`${calls.flat().join("\n")}\n`);
});

it("goes through a symbolic link", async () => {
  const folder = scratchFolder();
  symlinkSync("missing", join(folder, "link"));
  await appendLines(join(folder, "link"), ["one"]);
  expect(readFileSync(join(folder, "missing"), "utf8")).toBe("one\n");
});

it("refuses what is not a line, and what is not a file", async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, "log"));
  await expect(appendLines(join(folder, "new"), ["a\nb"])).rejects.toThrow(TypeError);
  await expect(appendLines(join(folder, "log"), ["a"])).rejects.toMatchObject({ code: "not-a-file" });
  expect(readdirSync(folder)).toEqual(["log"]);
});

it.skipIf(!canMount)("takes back what a full disk took a part of", async () => {
  const path = join(tinyDisk(), "log");
  await appendLines(path, ["one"]);
  await expect(appendLines(path, ["x".repeat(100_000)])).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readFileSync(path, "utf8")).toBe("one\n");
  await appendLines(path, ["two"]);
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
});
