import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a fixture file of a suite into a folder, as `--fixtures` takes it. */
export const writeCases = (
  folder: string,
  suite: string,
  cases: readonly object[],
  name = "cases.json",
): string => {
  mkdirSync(join(folder, suite), { recursive: true });
  const path = join(folder, suite, name);
  writeFileSync(path, JSON.stringify({ about: "Written by a test.", cases }, null, 2));
  return path;
};
