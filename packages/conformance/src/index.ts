export { canonicalJson, caseId } from "./case-id.js";
export { equalJson } from "./equal-json.js";
export { FixtureError } from "./fixture-error.js";
export type { JsonObject, JsonValue } from "./json.js";
export { type ConformanceCase, checkCases, readCases } from "./read-cases.js";
export { type CaseResult, type Implementation, runSuite, Skipped, type SuiteReport } from "./run-suite.js";
export { summaryLine } from "./summary-line.js";
