import { execFileSync, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { valuesOfFile } from "./values-of-file.js";

const folder = scratchFolder();

const valuesOf = async (path: string): Promise<unknown[]> => {
  const values: unknown[] = [];
  for await (const { value, where } of valuesOfFile(path)) values.push([value, where.replace(path, "")]);
  return values;
};

// Longer than what a pipe or a chunk holds.
const long = "x".repeat(3_000_000);

it.skipIf(process.platform === "win32").each([
  ["lines", `{"a":1}\n\n{"a":"${long}"}\n{"a":3}`],
  ["lines, of which the first is broken", `{"a":1\n\n{"a":"${long}"}\n{"a":3}\n`],
  ["lines without any JSON", "a\n\nb\n"],
  ["a document of several lines", `\ufeff[\n{"a":"${long}"},\n\n{"a":3}\n]\n`],
  ["nothing", ""],
])("a pipe has the values of a file with %s", async (_, text) => {
  const file = join(folder, "file");
  const pipe = join(folder, "pipe");
  writeFileSync(file, text);
  rmSync(pipe, { force: true });
  execFileSync("mkfifo", [pipe]);
  spawn("sh", ["-c", 'cat "$0" > "$1"', file, pipe]);
  expect(await valuesOf(pipe)).toEqual(await valuesOf(file));
});
