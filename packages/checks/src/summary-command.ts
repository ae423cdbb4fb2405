import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addUp, summarize } from "./summary.js";
import { readWorkspace } from "./workspace.js";

/** `tsx src/summary-command.ts EXIT`: adds up the reports of a test run that ended with that exit code. */
const reports = readWorkspace()
  .map(({ folder }) => join(folder, "test-report.json"))
  .filter((file) => existsSync(file))
  .map((file): object => JSON.parse(readFileSync(file, "utf8")));

const { line, exitCode } = summarize(addUp(reports), Number(process.argv[2] ?? 0));
console.log(line);
process.exitCode = exitCode;
