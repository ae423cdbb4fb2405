import { it } from "vitest";
import { suiteNames } from "../cases/load-cases.js";
import { compareWithPython } from "../testing/against-python.js";

it.each(suiteNames())("the Python example and the package answer random cases of %s alike", (suite) =>
  compareWithPython(suite, { numRuns: 10_000 }),
);
