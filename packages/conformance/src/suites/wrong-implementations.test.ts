import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IMPLEMENTATIONS } from "../../adapters/implementations.js";
import { loadCases, suiteNames } from "../cases/load-cases.js";
import { runSuite } from "../runs/run-suite.js";
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

describe.each(suiteNames())("the cases of %s", (suite) => {
  const wrong = SUITES[suite] ?? {};
  const cases = loadCases({ suites: [suite] });
  const caught: string[] = [];
  let passed: boolean[] = [];

  beforeAll(async () => {
    const right = await IMPLEMENTATIONS[suite]?.();
    if (!right) throw new Error(`adapters/ has no implementation of ${suite}`);
    passed = (await runSuite(suite, right, cases)).results.map((result) => result.status === "passed");
  });

  it("are put to at least ten implementations that are wrong in one way each", () => {
    expect(Object.keys(wrong).length).toBeGreaterThanOrEqual(10);
  });

  it.each(Object.entries(wrong))("catch one that %s", async (way, implementation) => {
    const { results } = await runSuite(suite, implementation, cases);
    const failed = results.filter((result, index) => passed[index] && result.status !== "passed");
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length, "wrong in one way only").toBeLessThan(cases.length / 2);
    const more = failed.length > 1 ? ` and ${failed.length - 1} more` : "";
    caught.push(`${suite} that ${way}: ${failed[0]?.case.id}${more}`);
  });

  afterAll(() => console.log(caught.join("\n")));
});
