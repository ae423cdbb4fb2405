export { FixtureError } from "./cases/fixture-error.js";
export type { JsonObject, JsonValue } from "./cases/json.js";
export { type ConformanceCase, checkCases, readCases } from "./cases/read-cases.js";
export { jsonReport } from "./reports/json-report.js";
export { junitReport } from "./reports/junit-report.js";
export { textReport } from "./reports/text-report.js";
export type { Difference } from "./runs/differences.js";
export { judge, type Verdict } from "./runs/judge.js";
export {
  type CaseResult,
  type Implementation,
  runSuite,
  Skipped,
  type SuiteReport,
} from "./runs/run-suite.js";
export type { MakeStore, StoreCheck, StoreContract, StoreOutcome } from "./stores/store-contract.js";
export { storeSuite } from "./stores/store-suite.js";
