import { checkList, checkText } from "@lembas/arguments";
import { FixtureError } from "../cases/fixture-error.js";
import type { JsonObject, JsonValue } from "../cases/json.js";
import { type ConformanceCase, checkCases } from "../cases/read-cases.js";
import { beginJson } from "./begin-json.js";
import { checkImplementation } from "./check-implementation.js";
import { type Difference, differences } from "./differences.js";
import { equalJson } from "./equal-json.js";
import { firstOf } from "./first-of.js";

/** What the cases are put to. */
export interface Implementation {
  /** For reports. */
  readonly name: string;
  /** The suites that it answers; without this, every one. */
  readonly suites?: readonly string[] | undefined;
  /** Optional features it has; a case that needs another one is skipped. */
  readonly features?: readonly string[] | undefined;
  /**
   * The answer to one case: the result, or a promise of it. Throws {@link Skipped} for a case that it does not
   * do; any other exception counts as errored.
   */
  run(suite: string, input: JsonObject): unknown;
}

/**
 * Thrown by an implementation for a case that it does not do. Skipped is not passed.
 *
 * @example
 * throw new Skipped("no recall yet");
 */
export class Skipped extends Error {
  override readonly name = "Skipped";
}

/** What became of one case. */
export interface CaseResult {
  readonly case: ConformanceCase;
  readonly status: "passed" | "failed" | "skipped" | "errored";
  /**
   * The answer of a failed case, where its JSON is at most 4,000 characters longer than twice what was expected: a
   * run holds no more, whatever an implementation answers.
   */
  readonly actual?: unknown;
  /** The first 50 places where the answer of a failed case differs; the values of the first 5 of them. */
  readonly differences?: readonly Difference[] | undefined;
  /** Why it was skipped, or what went wrong. */
  readonly message?: string | undefined;
  readonly seconds: number;
}

/** What became of a suite. */
export interface SuiteReport {
  readonly suite: string;
  /** The implementation's name. */
  readonly implementation: string;
  /** In the order of the cases. */
  readonly results: readonly CaseResult[];
}

type Outcome = Pick<CaseResult, "status" | "actual" | "differences" | "message">;

/** Characters kept of an answer beyond those that were expected, of a message, of a name. */
const MORE_KEPT = 4_000;
const MAX_MESSAGE = 2_000;
const MAX_DIFFERENCES = 50;
const SHOWN_DIFFERENCES = 5;

const cut = (text: string, length: number): string =>
  text.length > length ? `${firstOf(text, length)}…` : text;

/** What is kept of an answer that is not what was expected. */
const keepAnswer = (expected: JsonValue, actual: unknown): Outcome => {
  const limit = 2 * JSON.stringify(expected).length + MORE_KEPT;
  const { text, isWhole } = beginJson(actual, limit);
  const found: Difference[] = [];
  for (const difference of differences(expected, actual)) {
    const { path } = difference;
    found.push(
      found.length < SHOWN_DIFFERENCES ? difference : { path, expected: undefined, actual: undefined },
    );
    if (found.length === MAX_DIFFERENCES) break;
  }
  if (!isWhole) {
    const message = `the answer has more than ${limit} characters of JSON, or is too deep: it is not kept`;
    return { status: "failed", differences: found, message };
  }
  return { status: "failed", differences: found, ...(text === "" ? {} : { actual: JSON.parse(text) }) };
};

const skipReason = (item: ConformanceCase, implementation: Implementation): string | undefined => {
  if (implementation.suites && !implementation.suites.includes(item.suite)) {
    return `${implementation.name} does not list the suite ${item.suite}`;
  }
  const missing = item.needs.filter((need) => !implementation.features?.includes(need));
  return missing.length > 0 ? `needs ${missing.join(", ")}` : undefined;
};

const put = async (item: ConformanceCase, implementation: Implementation): Promise<Outcome> => {
  const reason = skipReason(item, implementation);
  if (reason !== undefined) return { status: "skipped", message: reason };
  try {
    const actual = await implementation.run(item.suite, structuredClone(item.input));
    return equalJson(actual, item.expect) ? { status: "passed" } : keepAnswer(item.expect, actual);
  } catch (error) {
    const message = cut(error instanceof Error ? error.message : String(error), MAX_MESSAGE);
    return { status: error instanceof Skipped ? "skipped" : "errored", message };
  }
};

/**
 * Puts the cases of one suite to an implementation, one after the other, and compares each answer deep-equal
 * (Specification 5.4). Runs in a browser too.
 *
 * @param cases the suite's cases; cases of other suites are left out
 * @throws {TypeError} where an argument is not what it should be
 * @throws {FixtureError} where no case is of the suite, two cases have one id, or one input has two answers
 * @example
 * const report = await runSuite("memory", { name: "mine", run: (suite, input) => answer(input) }, cases);
 * report.results.every((result) => result.status === "passed");
 */
export const runSuite = async (
  suite: string,
  implementation: Implementation,
  cases: readonly ConformanceCase[],
): Promise<SuiteReport> => {
  checkText(suite, "suite");
  checkImplementation(implementation);
  checkList(cases, "cases");
  const chosen = cases.filter((item) => item.suite === suite);
  if (chosen.length === 0) throw new FixtureError(`no case of the suite ${suite}: nothing was run`);
  checkCases(chosen);
  const results: CaseResult[] = [];
  for (const item of chosen) {
    const start = performance.now();
    const outcome = await put(item, implementation);
    results.push({ case: item, ...outcome, seconds: (performance.now() - start) / 1000 });
  }
  return { suite, implementation: implementation.name, results };
};
