import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IMPLEMENTATIONS } from "../../adapters/implementations.js";
import { loadCases, suiteNames } from "../cases/load-cases.js";
import type { ConformanceCase } from "../cases/read-cases.js";
import { type Implementation, runSuite } from "../runs/run-suite.js";
import type { Wrong } from "../testing/wrong.js";
import { wrongContext } from "../testing/wrong-context.js";
import { wrongFormat } from "../testing/wrong-format.js";
import { wrongJobsNote } from "../testing/wrong-jobs-note.js";
import { wrongMemory } from "../testing/wrong-memory.js";
import { wrongMessages } from "../testing/wrong-messages.js";

const SUITES: Readonly<Record<string, Wrong>> = {
  context: wrongContext,
  format: wrongFormat,
  "jobs-note": wrongJobsNote,
  memory: wrongMemory,
  messages: wrongMessages,
};

const isShort = ({ input }: ConformanceCase): boolean => JSON.stringify(input).length < 3_500;

describe.each(suiteNames())("the cases of %s", (suite) => {
  const wrong = SUITES[suite] ?? {};
  const cases = loadCases({ suites: [suite] });
  const caught: string[] = [];
  const passed = new Set<string>();

  beforeAll(async () => {
    const right = await IMPLEMENTATIONS[suite]?.();
    if (!right) throw new Error(`adapters/ has no implementation of ${suite}`);
    for (const result of (await runSuite(suite, right, cases)).results)
      if (result.status === "passed") passed.add(result.case.id);
  });

  /** The results of the cases that catch an implementation. */
  const failing = async (implementation: Implementation, put: typeof cases) =>
    (await runSuite(suite, implementation, put)).results.filter(
      (result) => passed.has(result.case.id) && result.status !== "passed",
    );

  it("are put to at least ten implementations that are wrong in one way each", () => {
    expect(Object.keys(wrong).length).toBeGreaterThanOrEqual(10);
  });

  it.each(Object.entries(wrong))("catch one that %s", async (way, implementation) => {
    const short = await failing(implementation, cases.filter(isShort));
    // The few long ones take as long as all others.
    const failed = short.length > 0 ? short : await failing(implementation, cases);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length, "wrong in one way only").toBeLessThan(cases.length / 2);
    const more = failed.length > 1 ? ` and ${failed.length - 1} more` : "";
    caught.push(`${suite} that ${way}: ${failed[0]?.case.id}${more}`);
  });

  afterAll(() => console.log(caught.join("\n")));
});
