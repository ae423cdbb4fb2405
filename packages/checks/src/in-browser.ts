import { type CaseResult, readCases, runSuite } from "@lembas/conformance";
import { IMPLEMENTATIONS } from "../../conformance/adapters/implementations.js";

/** A fixture file, read outside the page. */
export interface FixtureFile {
  readonly suite: string;
  /** `memory/seed.json`. */
  readonly file: string;
  readonly document: unknown;
}

/** What the cases came to in the page. */
export interface BrowserReport {
  /** Whether Node's own modules were to be had: they must not be, so that the packages take their other way. */
  readonly hasNode: boolean;
  /** Passed cases, by fixture file. */
  readonly passed: Record<string, number>;
  /** Each case that did not pass, with what came instead. */
  readonly others: string[];
}

const describeResult = ({ case: { id, file }, status, message, actual }: CaseResult): string =>
  `${file} ${id} ${status}: ${message ?? JSON.stringify(actual)}`;

/** Puts fixture files to the packages, wherever this runs. Bundled for a page by the browser test. */
export const runInBrowser = async (files: readonly FixtureFile[]): Promise<BrowserReport> => {
  const report: BrowserReport = { hasNode: "process" in globalThis, passed: {}, others: [] };
  for (const { suite, file, document } of files) {
    const implementation = await IMPLEMENTATIONS[suite]?.();
    if (!implementation) throw new Error(`No implementation of the suite ${suite} is put to ${file}.`);
    const { results } = await runSuite(suite, implementation, readCases(suite, file, document));
    report.passed[file] = results.filter(({ status }) => status === "passed").length;
    report.others.push(...results.filter(({ status }) => status !== "passed").map(describeResult));
  }
  return report;
};
