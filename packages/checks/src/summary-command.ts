import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addUp, readConformance, summarize } from "./summary.js";
import { readWorkspace } from "./workspace.js";

/** `tsx src/summary-command.ts EXIT CONFORMANCE`: adds up a test run that ended with that exit code, and the cases. */
const [exitCode = "0", conformanceFile = ""] = process.argv.slice(2);
const read = (file: string): object => JSON.parse(readFileSync(file, "utf8"));

const reports = readWorkspace()
  .map(({ folder }) => join(folder, "test-report.json"))
  .filter((file) => existsSync(file))
  .map(read);
const tests = addUp(reports);
const hasCases = existsSync(conformanceFile) && readFileSync(conformanceFile, "utf8").trim() !== "";
const cases = hasCases ? readConformance(read(conformanceFile)) : { passed: 0, failed: 1 };

const totals = { passed: tests.passed + cases.passed, failed: tests.failed + cases.failed };
const summary = summarize(totals, Number(exitCode));
console.log(summary.line);
process.exitCode = summary.exitCode;
