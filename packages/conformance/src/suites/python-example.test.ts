import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { loadCases, suiteNames } from "../cases/load-cases.js";
import { CommandImplementation } from "../commands/command-implementation.js";
import { textReport } from "../reports/text-report.js";
import { judge } from "../runs/judge.js";
import { runSuite } from "../runs/run-suite.js";
import { compareWithPython, PYTHON_EXAMPLE } from "../testing/against-python.js";

const hasPython =
  spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;

if (!hasPython) console.warn("There is no python3 of 3.9 or later: the Python example was not run.");

it.skipIf(!hasPython)("5.5 the Python example answers every suite in full", async () => {
  const implementation = await CommandImplementation.start(`python3 "${PYTHON_EXAMPLE}"`);
  try {
    for (const suite of suiteNames()) {
      const verdict = judge([await runSuite(suite, implementation, loadCases({ suites: [suite] }))]);
      expect(verdict.ok, textReport(verdict)).toBe(true);
    }
  } finally {
    expect(await implementation.stop()).toBeUndefined();
  }
});

it.skipIf(!hasPython).each(suiteNames())(
  "the Python example and the package answer random cases of %s alike",
  (suite) => compareWithPython(suite, { numRuns: 150, interruptAfterTimeLimit: 10_000 }),
);
