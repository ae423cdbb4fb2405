import { describe, expect, it } from "vitest";
import { IMPLEMENTATIONS } from "../../adapters/implementations.js";
import { loadCases, suiteNames } from "../cases/load-cases.js";
import { summaryLine } from "../reports/summary-line.js";
import { textReport } from "../reports/text-report.js";
import { judge } from "../runs/judge.js";
import { runSuite } from "../runs/run-suite.js";

describe.each(suiteNames())("the suite %s", (suite) => {
  it(`passes: @lembas/${suite}`, async () => {
    const implementation = await IMPLEMENTATIONS[suite]?.();
    if (!implementation) throw new Error(`adapters/ has no implementation of ${suite}`);
    const report = await runSuite(suite, implementation, loadCases({ suites: [suite] }));
    const verdict = judge([report]);
    expect(verdict.ok, textReport(verdict)).toBe(true);
    console.log(summaryLine(report));
  });
});
