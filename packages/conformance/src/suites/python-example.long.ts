import { it } from "vitest";
import { compareWithPython } from "../testing/against-python.js";

it.each(["format", "context", "memory", "jobs-note"] as const)(
  "the Python example and the package answer random cases of %s alike",
  (suite) => compareWithPython(suite, { numRuns: 10_000 }),
);
