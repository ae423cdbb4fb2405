import { checkFlag, checkList, checkListOf } from "@lembas/arguments";
import type { CaseResult, SuiteReport } from "./run-suite.js";

/** A run, held against what was known to fail. */
export interface Verdict {
  readonly reports: readonly SuiteReport[];
  /** Cases that did not pass and were not known to fail: each fails the run. */
  readonly unexpected: readonly CaseResult[];
  /** Cases that did not pass, as the baseline says. */
  readonly known: readonly CaseResult[];
  /** Ids in the baseline whose case passes or is no more: each fails the run. */
  readonly stale: readonly string[];
  /** Whether all is as expected. */
  readonly ok: boolean;
}

/**
 * Holds a run against a baseline (Specification 5.6): a listed case that does not pass is fine, one that passes
 * makes the list stale, and one that does not pass and is not listed fails the run. A skip is no pass, and a run
 * of nothing but skips is none.
 *
 * @param baseline ids of cases that are known not to pass
 * @param whole whether all cases of the suites were run, so that a listed id of theirs that is no case is stale
 * @throws {TypeError} where an argument is not what it should be
 * @example
 * judge([report], ["memory/adding/blank"]).ok;
 */
export const judge = (
  reports: readonly SuiteReport[],
  baseline: readonly string[] = [],
  whole = true,
): Verdict => {
  checkList(reports, "reports");
  checkListOf(baseline, "baseline", "string");
  checkFlag(whole, "whole");
  const listed = new Set(baseline);
  const results = reports.flatMap((report) => report.results);
  const notPassed = results.filter((result) => result.status !== "passed");
  const unexpected = notPassed.filter((result) => !listed.has(result.case.id));
  const known = notPassed.filter((result) => listed.has(result.case.id));
  const ids = new Map(results.map((result) => [result.case.id, result]));
  const suites = reports.map((report) => report.suite);
  const stale = [...listed].filter((id) => {
    const result = ids.get(id);
    if (result) return result.status === "passed";
    return whole && suites.some((suite) => id.startsWith(`${suite}/`));
  });
  const wasRun = results.some((result) => result.status !== "skipped");
  const ok = wasRun && unexpected.length === 0 && stale.length === 0;
  return { reports, unexpected, known, stale, ok };
};
