import type { Verdict } from "../runs/judge.js";
import type { CaseResult } from "../runs/run-suite.js";

const caseOf = (result: CaseResult, known: ReadonlySet<CaseResult>) => {
  const { case: item, status, message, actual, differences: found = [], seconds } = result;
  return {
    id: item.id,
    file: item.file,
    group: item.group,
    status,
    known: known.has(result),
    seconds,
    why: item.why,
    message,
    ...(status === "failed"
      ? { input: item.input, expected: item.expect, actual, differs: found.map(({ path }) => path) }
      : {}),
  };
};

/**
 * A run for machines: `{ version: 1, ok, counts, suites: [{ suite, implementation, cases }], stale }` as JSON text.
 *
 * @example
 * JSON.parse(jsonReport(judge([report]))).ok;
 */
export const jsonReport = ({ reports, unexpected, known, stale, ok }: Verdict): string => {
  const results = reports.flatMap((report) => report.results);
  const count = (status: CaseResult["status"]): number =>
    results.filter((item) => item.status === status).length;
  const knownSet = new Set(known);
  const document = {
    version: 1,
    ok,
    counts: {
      cases: results.length,
      passed: count("passed"),
      failed: count("failed"),
      errored: count("errored"),
      skipped: count("skipped"),
      unexpected: unexpected.length,
    },
    suites: reports.map(({ suite, implementation, results: own }) => ({
      suite,
      implementation,
      cases: own.map((result) => caseOf(result, knownSet)),
    })),
    stale,
  };
  return JSON.stringify(document, null, 2);
};
