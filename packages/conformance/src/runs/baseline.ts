import { readFileSync, writeFileSync } from "node:fs";
import type { SuiteReport } from "./run-suite.js";

/**
 * The ids in a baseline file: one a line; blank lines and lines that begin with `#` say nothing.
 *
 * @throws {Error} where the file cannot be read
 * @example
 * readBaseline("conformance-baseline.txt"); // ["memory/adding/blank"]
 */
export const readBaseline = (path: string): string[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/**
 * Writes the ids of all cases that did not pass as a baseline file.
 *
 * @returns how many
 * @example
 * writeBaseline("conformance-baseline.txt", [report]);
 */
export const writeBaseline = (path: string, reports: readonly SuiteReport[]): number => {
  const ids = reports
    .flatMap((report) => report.results)
    .filter((result) => result.status !== "passed")
    .map((result) => result.case.id)
    .sort();
  const lines = [
    "# Cases that are known not to pass, written by lembas-conformance --write-baseline.",
    ...ids,
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  return ids.length;
};
