import { expect, it } from "vitest";
import { addUp, readConformance, summarize } from "./summary.js";

const report = (numPassedTests: number, numFailedTests: number, success = numFailedTests === 0) => ({
  numPassedTests,
  numFailedTests,
  success,
});

it("adds up the reports of all packages", () => {
  expect(addUp([report(3, 0), report(4, 2)])).toEqual({ passed: 7, failed: 2 });
});

it("counts a test file that could not be loaded as a failure", () => {
  expect(addUp([report(3, 0, false)])).toEqual({ passed: 3, failed: 1 });
});

it("throws for a file that is no report", () => {
  expect(() => addUp([{}])).toThrow("A test report without numPassedTests.");
});

it("counts a case that did not pass as a failure", () => {
  expect(readConformance({ counts: { cases: 9, passed: 7, failed: 1, skipped: 1 } })).toEqual({
    passed: 7,
    failed: 2,
  });
  expect(() => readConformance({})).toThrow("A conformance report without counts.");
});

it("ends in the line that counts", () => {
  expect(summarize({ passed: 7, failed: 0 }, 0)).toEqual({ line: "7 passed, 0 failed", exitCode: 0 });
  expect(summarize({ passed: 7, failed: 2 }, 1)).toEqual({ line: "7 passed, 2 failed", exitCode: 1 });
  expect(summarize({ passed: 7, failed: 2 }, 0)).toEqual({ line: "7 passed, 2 failed", exitCode: 1 });
});

it("does not say that all is well where something other than a test failed", () => {
  expect(summarize({ passed: 7, failed: 0 }, 2)).toEqual({ line: "7 passed, 1 failed", exitCode: 2 });
});

it("fails where no test ran", () => {
  expect(summarize({ passed: 0, failed: 0 }, 0)).toEqual({
    line: "No test ran.\n0 passed, 0 failed",
    exitCode: 1,
  });
});
