/** What the tests of one or more packages came to. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
}

const count = (report: object, field: string): number => {
  const value: unknown = Reflect.get(report, field);
  if (typeof value !== "number") throw new TypeError(`A test report without ${field}.`);
  return value;
};

/**
 * Adds up vitest's JSON reports. A file that could not be loaded has no failed test of its own, so it counts as one.
 *
 * @throws {TypeError} for a report that vitest did not write
 */
export const addUp = (reports: readonly object[]): Totals => {
  let passed = 0;
  let failed = 0;
  for (const report of reports) {
    passed += count(report, "numPassedTests");
    const failedTests = count(report, "numFailedTests");
    failed += failedTests || (Reflect.get(report, "success") === true ? 0 : 1);
  }
  return { passed, failed };
};

/**
 * What the conformance run came to. A case that was skipped did not pass.
 *
 * @throws {TypeError} for a report that it did not write
 */
export const readConformance = (report: object): Totals => {
  const counts: unknown = Reflect.get(report, "counts");
  if (typeof counts !== "object" || counts === null)
    throw new TypeError("A conformance report without counts.");
  const passed = count(counts, "passed");
  return { passed, failed: count(counts, "cases") - passed };
};

/** The line that continuous integration reads, and what the run came to. */
export const summarize = (totals: Totals, exitCode: number): { line: string; exitCode: number } => {
  // Types, lint and packaging fail without a test that fails: the count must not say that all is well.
  const failed = totals.failed || (exitCode === 0 ? 0 : 1);
  const line = `${totals.passed} passed, ${failed} failed`;
  if (totals.passed + totals.failed === 0) return { line: `No test ran.\n${line}`, exitCode: exitCode || 1 };
  return { line, exitCode: exitCode || Math.min(failed, 1) };
};
