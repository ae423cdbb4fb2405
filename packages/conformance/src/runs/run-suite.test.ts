import { describe, expect, it } from "vitest";
import type { JsonObject } from "../cases/json.js";
import { readCases } from "../cases/read-cases.js";
import { jsonReport } from "../reports/json-report.js";
import { junitReport } from "../reports/junit-report.js";
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

const cyclic: { self?: object } = {};
cyclic.self = cyclic;
const nested = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
const trap = new Proxy({}, { ownKeys: () => Array.from({ length: 1_000 }, (_, index) => `key ${index}`) });

describe("5.4 K2 whatever an implementation answers, the reports are whole", () => {
  it.each<[string, unknown, string]>([
    ["nothing", undefined, "failed"],
    ["an object that contains itself", cyclic, "failed"],
    ["100,000 nested lists", nested, "failed"],
    ["an object of them", { text: nested }, "failed"],
    ["8 MB of text", "x".repeat(8_000_000), "failed"],
    ["a million lists", Array.from({ length: 1_000_000 }, () => []), "failed"],
    ["a key of 8 MB", { ["x".repeat(8_000_000)]: 1 }, "failed"],
    ["a bigint", 10n, "failed"],
    ["a bigint inside", { text: 10n }, "failed"],
    ["a function", () => "10", "failed"],
    ["a symbol", [Symbol("10")], "failed"],
    ["a map", new Map([["text", "10"]]), "failed"],
    ["a date that is none", { text: new Date(Number.NaN) }, "failed"],
    ["a proxy with keys that are not there", trap, "failed"],
    [
      "a text that cannot be asked for",
      Object.defineProperty({}, "text", {
        enumerable: true,
        get: () => {
          throw new Error("no");
        },
      }),
      "errored",
    ],
    [
      "an answer that says how it is written",
      {
        toJSON: () => {
          throw new Error("no");
        },
      },
      "failed",
    ],
  ])("%s", async (_name, answer, status) => {
    const report = await runSuite("format", { name: "mine", run: () => answer }, cases);
    expect(report.results.map((result) => result.status)).toEqual([status, status]);
    const verdict = judge([report]);
    for (const write of [textReport, junitReport, jsonReport]) {
      const text = write(verdict);
      expect(text).toContain(cases[1]?.id);
      expect(text.length).toBeLessThan(100_000);
    }
  });

  it("an Error with a message of 8 MB too", async () => {
    const run = () => {
      throw new Error("x".repeat(8_000_000));
    };
    const report = await runSuite("format", { name: "mine", run }, cases);
    expect(textReport(judge([report])).length).toBeLessThan(10_000);
  });

  it("a text is shown around its first difference, however long it is", async () => {
    const run = (_suite: string, input: JsonObject) => ({ text: `${input["n"]}${"y".repeat(8_000_000)}` });
    const report = await runSuite("format", { name: "mine", run }, cases);
    expect(textReport(judge([report]))).toContain('expected the end, actual "y" (U+0079)');
    expect(report.results[0]?.actual).toBeUndefined();
    expect(report.results[0]?.message).toContain("it is not kept");
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
