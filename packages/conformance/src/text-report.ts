import type { SuiteReport } from "./run-suite.js";
import { summaryLine } from "./summary-line.js";

/** A first version. */
export const textReport = (reports: readonly SuiteReport[]): string => {
  const width = Math.max(...reports.map((report) => report.suite.length));
  const lines: string[] = [];
  for (const report of reports) {
    for (const result of report.results) {
      if (result.status === "passed" || result.status === "skipped") continue;
      lines.push(`${result.status}  ${result.case.id}  (${result.case.file})`);
      if (result.case.why) lines.push(`  ${result.case.why}`);
      if (result.message) lines.push(`  ${result.message}`);
      else {
        lines.push(`  expected ${JSON.stringify(result.case.expect, null, 2)}`);
        lines.push(`  actual   ${JSON.stringify(result.actual, null, 2)}`);
      }
      lines.push("");
    }
  }
  for (const report of reports) lines.push(summaryLine(report, width));
  return lines.join("\n");
};
