import type { Verdict } from "../runs/judge.js";
import type { CaseResult, SuiteReport } from "../runs/run-suite.js";
import { showResult } from "./text-report.js";
import { visible } from "./visible.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 cannot hold control characters at all: they become visible ones first. */
const escapeXml = (text: string): string =>
  text
    .split("\n")
    .map(visible)
    .join("\n")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");

const failure = (message: string): string => `<failure${attributes({ message })}/>`;

const outcome = (result: CaseResult, { known, stale }: Verdict): string => {
  const { status, message } = result;
  if (known.includes(result))
    return `<skipped${attributes({ message: `known not to pass: ${message ?? status}` })}/>`;
  // To those who read the XML a skip is as good as a pass; here it is not, unless the baseline says so.
  if (status === "skipped") return failure(`skipped, which is not passed: ${message ?? ""}`);
  if (status === "passed")
    return stale.includes(result.case.id) ? failure("it passes, but the baseline lists it") : "";
  const name = status === "failed" ? "failure" : "error";
  const text = showResult(result).join("\n");
  return `<${name}${attributes({ message: message ?? result.case.why ?? "another answer" })}>${escapeXml(text)}</${name}>`;
};

const testCase = (name: string, classname: string, seconds: number, body: string): string =>
  `<testcase${attributes({ name, classname, time: seconds.toFixed(3) })}>${body}</testcase>`;

interface Counted {
  readonly name: string;
  readonly bodies: readonly string[];
  readonly seconds: number;
}

const counts = (bodies: readonly string[], seconds: number) => ({
  tests: bodies.length,
  failures: bodies.filter((body) => body.includes("<failure")).length,
  errors: bodies.filter((body) => body.includes("<error")).length,
  skipped: bodies.filter((body) => body.includes("<skipped")).length,
  time: seconds.toFixed(3),
});

const suiteOf = ({ suite, results }: SuiteReport, verdict: Verdict): Counted => ({
  name: suite,
  bodies: results.map((result) => testCase(result.case.id, suite, result.seconds, outcome(result, verdict))),
  seconds: results.reduce((sum, result) => sum + result.seconds, 0),
});

/** A run of nothing but skips, or of no cases, is not as expected, though each of them may be. */
const emptySuite = ({ reports }: Verdict): Counted[] => {
  const wasRun = reports.some(({ results }) => results.some(({ status }) => status !== "skipped"));
  if (wasRun) return [];
  return [
    { name: "run", bodies: [testCase("some case is run", "run", 0, failure("no case was run"))], seconds: 0 },
  ];
};

const goneSuite = ({ reports, stale }: Verdict): Counted[] => {
  const ids = new Set(reports.flatMap((report) => report.results.map((result) => result.case.id)));
  const gone = stale.filter((id) => !ids.has(id));
  const bodies = gone.map((id) =>
    testCase(id, "baseline", 0, failure("the baseline lists it, but it is no case")),
  );
  return bodies.length > 0 ? [{ name: "baseline", bodies, seconds: 0 }] : [];
};

/**
 * A run as JUnit XML: a testsuite for each suite, a testcase for each case. What is known not to pass is skipped
 * there; a case that was skipped without that, an entry of the baseline that is stale and a run of no cases are
 * failures, so that the XML has one exactly where the run is not as expected.
 *
 * @example
 * writeFileSync("report.xml", junitReport(judge([report])));
 */
export const junitReport = (verdict: Verdict): string => {
  const suites = [
    ...verdict.reports.map((report) => suiteOf(report, verdict)),
    ...goneSuite(verdict),
    ...emptySuite(verdict),
  ];
  const all = suites.flatMap((suite) => suite.bodies);
  const seconds = suites.reduce((sum, suite) => sum + suite.seconds, 0);
  const lines = suites.flatMap((suite) => [
    `  <testsuite${attributes({ name: suite.name, ...counts(suite.bodies, suite.seconds) })}>`,
    ...suite.bodies.map((body) => `    ${body}`),
    "  </testsuite>",
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: "lembas-conformance", ...counts(all, seconds) })}>`,
    ...lines,
    "</testsuites>",
  ].join("\n");
};
