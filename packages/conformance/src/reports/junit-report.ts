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

const outcome = (result: CaseResult, { known, stale }: Verdict): string => {
  const { status, message } = result;
  if (known.includes(result))
    return `<skipped${attributes({ message: `known not to pass: ${message ?? status}` })}/>`;
  if (status === "skipped") return `<skipped${attributes({ message: message ?? "" })}/>`;
  if (status === "passed") {
    const message = "it passes, but the baseline lists it";
    return stale.includes(result.case.id) ? `<failure${attributes({ message })}/>` : "";
  }
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

const goneSuite = ({ reports, stale }: Verdict): Counted[] => {
  const ids = new Set(reports.flatMap((report) => report.results.map((result) => result.case.id)));
  const gone = stale.filter((id) => !ids.has(id));
  const failure = `<failure${attributes({ message: "the baseline lists it, but it is no case" })}/>`;
  const bodies = gone.map((id) => testCase(id, "baseline", 0, failure));
  return bodies.length > 0 ? [{ name: "baseline", bodies, seconds: 0 }] : [];
};

/**
 * A run as JUnit XML: a testsuite for each suite, a testcase for each case. What is known not to pass is skipped
 * there; an entry of the baseline that is stale is a failure.
 *
 * @example
 * writeFileSync("report.xml", junitReport(judge([report])));
 */
export const junitReport = (verdict: Verdict): string => {
  const suites = [...verdict.reports.map((report) => suiteOf(report, verdict)), ...goneSuite(verdict)];
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
