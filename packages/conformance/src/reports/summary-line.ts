import type { CaseResult, SuiteReport } from "../runs/run-suite.js";

const count = (results: readonly CaseResult[], status: CaseResult["status"]): number =>
  results.filter((result) => result.status === status).length;

/**
 * How many passed of how many, by group, and what was not passed apart: one line.
 *
 * @example
 * summaryLine(report); // "context  seed 11/11  ours 64/64"
 */
export const summaryLine = ({ suite, results }: SuiteReport): string => {
  const groups = [...new Set(results.map((result) => result.case.group))];
  const parts = groups.map((group) => {
    const own = results.filter((result) => result.case.group === group);
    return `${group} ${count(own, "passed")}/${own.length}`;
  });
  const skipped = count(results, "skipped");
  const errored = count(results, "errored");
  if (skipped > 0) parts.push(`skipped ${skipped}`);
  if (errored > 0) parts.push(`errored ${errored}`);
  return [suite, ...parts].join("  ");
};
