import { describe, expect, it } from "vitest";
import { IMPLEMENTATIONS } from "../adapters/implementations.js";
import { judge } from "./judge.js";
import { loadCases, suiteNames } from "./load-cases.js";
import { runSuite } from "./run-suite.js";
import { summaryLine } from "./summary-line.js";
import { textReport } from "./text-report.js";

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
