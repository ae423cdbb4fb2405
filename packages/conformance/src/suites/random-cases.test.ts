import fc from "fast-check";
import { expect, it } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../cases/json.js";
import { loadCases, suiteNames } from "../cases/load-cases.js";
import { RANDOM_CASES } from "../testing/against-python.js";

const namesIn = (value: JsonValue | undefined): string[] => (isJsonObject(value) ? Object.keys(value) : []);

/** What a case asks: its fields and those of its steps or its record, by their op or kind, its options and its limits. */
const asks = (suite: string, input: JsonObject): string[] => {
  const steps = Array.isArray(input["steps"]) ? input["steps"].filter(isJsonObject) : [];
  // In the flat form a job's record is the case itself.
  const record = isJsonObject(input["record"]) ? input["record"] : suite === "jobs-note" ? input : {};
  const own = suite === "jobs-note" ? [] : [input];
  return [
    ...[...own, ...steps].flatMap((part) => Object.keys(part).map((name) => `${part["op"]} ${name}`)),
    ...Object.keys(record).map((name) => `${record["kind"]} ${name}`),
    ...namesIn(input["options"]).map((name) => `option ${name}`),
    ...namesIn(input["limits"]).map((name) => `limit ${name}`),
  ];
};

/** What a suite's cases ask, and random ones need not. */
const NOT_RANDOM: Readonly<Record<string, readonly string[]>> = {
  // As in the suite format, where they are random.
  context: ["limit head_lines", "limit head_chars", "limit tail_lines", "limit tail_chars"],
};

it.each(suiteNames())("random cases of %s ask all that its cases ask", (suite) => {
  const cases = RANDOM_CASES[suite];
  if (!cases) throw new Error(`random-cases.ts makes no cases of ${suite}`);
  const reached = new Set(fc.sample(cases, { numRuns: 150, seed: 1 }).flatMap((input) => asks(suite, input)));
  const asked = new Set(loadCases({ suites: [suite] }).flatMap(({ input }) => asks(suite, input)));
  for (const name of NOT_RANDOM[suite] ?? []) asked.delete(name);
  expect([...asked].filter((name) => !reached.has(name)).sort()).toEqual([]);
});
