import { existsSync, writeFileSync } from "node:fs";
import { readPlainFile } from "../cases/read-plain-file.js";
import type { SuiteReport } from "./run-suite.js";

const readLines = (path: string): string[] =>
  readPlainFile(path)
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());

/**
 * The ids in a baseline file: one a line; blank lines and lines that begin with `#` say nothing.
 *
 * @throws {Error} where the file cannot be read, or is a pipe, a folder or a device
 * @example
 * readBaseline("conformance-baseline.txt"); // ["memory/adding/blank"]
 */
export const readBaseline = (path: string): string[] => readLines(path).filter((line) => !isComment(line));

const isComment = (line: string): boolean => line === "" || line.startsWith("#");

/**
 * Writes the ids of all cases that did not pass into a baseline file. What the file says of cases that were not run
 * stays, and so do its comments; the ids of those that passed go, and new ones come to its end.
 *
 * @param whole whether all cases of the suites were run, so that a listed id of theirs that is no case goes
 * @returns how many ids the file lists
 * @throws {Error} where the file cannot be read or written, or is a pipe, a folder or a device
 * @example
 * writeBaseline("conformance-baseline.txt", [report]);
 */
export const writeBaseline = (path: string, reports: readonly SuiteReport[], whole = true): number => {
  const results = reports.flatMap((report) => report.results);
  const failed = results.filter(({ status }) => status !== "passed").map((result) => result.case.id);
  const run = new Set(results.map((result) => result.case.id));
  const suites = whole ? reports.map(({ suite }) => `${suite}/`) : [];
  const isKept = (id: string): boolean =>
    run.has(id) ? failed.includes(id) : !suites.some((suite) => id.startsWith(suite));
  const lines = existsSync(path)
    ? readLines(path).filter((line) => isComment(line) || isKept(line))
    : ["# Cases that are known not to pass, written by lembas-conformance --write-baseline."];
  const added = failed.filter((id) => !lines.includes(id)).sort();
  const all = [...lines, ...added];
  writeFileSync(path, `${all.join("\n")}\n`);
  return all.filter((line) => !isComment(line)).length;
};
