import { describe, expect, it } from "vitest";
import type { JsonObject } from "../cases/json.js";
import { readCases } from "../cases/read-cases.js";
import { summaryLine } from "../reports/summary-line.js";
import { textReport } from "../reports/text-report.js";
import { judge } from "./judge.js";
import { type Implementation, runSuite, Skipped } from "./run-suite.js";

const cases = readCases("format", "format/test.json", {
  cases: [
    { id: "one", op: "count", n: 1, expect: { text: "1" } },
    { id: "two", op: "count", n: 2, expect: { text: "2" } },
  ],
});

const run = async (answer: (input: JsonObject) => unknown, more: Partial<Implementation> = {}) => {
  const report = await runSuite(
    "format",
    { name: "mine", run: (_suite, input) => answer(input), ...more },
    cases,
  );
  return report.results.map(({ status, message }) =>
    message === undefined ? status : `${status}: ${message}`,
  );
};

describe("5.4 an answer", () => {
  it("passes where it is deep-equal", async () => {
    expect(await run(({ n }) => ({ text: String(n), more: undefined }))).toEqual(["passed", "passed"]);
    expect(await run(async ({ n }) => ({ text: String(n) }))).toEqual(["passed", "passed"]);
  });

  it("never passes by what it contains, by a crash or by a skip", async () => {
    expect(await run(({ n }) => ({ text: `${n}0` }))).toEqual(["failed", "failed"]);
    expect(await run(({ n }) => ({ text: String(n), extra: 1 }))).toEqual(["failed", "failed"]);
    expect(await run(() => undefined)).toEqual(["failed", "failed"]);
    const crash = (): never => {
      throw new Error("no");
    };
    expect(await run(crash)).toEqual(["errored: no", "errored: no"]);
    expect(await run(() => Promise.reject("text"))).toEqual(["errored: text", "errored: text"]);
    const skip = (): never => {
      throw new Skipped("later");
    };
    expect(await run(skip)).toEqual(["skipped: later", "skipped: later"]);
    expect(await run(() => 1, { suites: ["memory"] })).toEqual([
      "skipped: mine does not list the suite format",
      "skipped: mine does not list the suite format",
    ]);
  });

  it("is never shown what is expected, and cannot change the case", async () => {
    const answer = (input: JsonObject) => {
      expect(Object.keys(input)).toEqual(["op", "n"]);
      const text = String(input["n"]);
      Object.assign(input, { n: 99 });
      return { text };
    };
    expect(await run(answer)).toEqual(["passed", "passed"]);
    expect(await run(answer)).toEqual(["passed", "passed"]);
  });
});

describe("5.6 a run of no cases", () => {
  it("is an error", async () => {
    const implementation = { name: "mine", run: () => 1 };
    await expect(runSuite("memory", implementation, cases)).rejects.toThrow("no case of the suite memory");
    await expect(runSuite("format", implementation, [])).rejects.toThrow("nothing was run");
  });

  it("is never as expected", () => {
    expect(judge([]).ok).toBe(false);
    expect(judge([{ suite: "format", implementation: "mine", results: [] }]).ok).toBe(false);
  });

  it("is one where every case was skipped too, whatever the baseline says", async () => {
    const report = await runSuite("format", { name: "mine", suites: [], run: () => 1 }, cases);
    const verdict = judge(
      [report],
      cases.map(({ id }) => id),
    );
    expect(verdict.ok).toBe(false);
    expect(textReport(verdict)).toContain("NOT AS EXPECTED: no case was run");
  });
});

it("a line for a suite counts each group, and what was not passed apart", () => {
  const [one, two] = cases;
  if (!one || !two) throw new Error("two cases");
  const results = [
    { case: { ...one, group: "seed" }, status: "passed", seconds: 0 },
    { case: two, status: "passed", seconds: 0 },
    { case: two, status: "skipped", seconds: 0 },
    { case: two, status: "errored", seconds: 0 },
    { case: two, status: "failed", seconds: 0 },
  ] as const;
  const report = { suite: "format", implementation: "mine", results };
  expect(summaryLine(report)).toBe("format  seed 1/1  ours 1/4  skipped 1  errored 1");
});
