import { join } from "node:path";
import fc from "fast-check";
import { IMPLEMENTATIONS } from "../../adapters/implementations.js";
import { CommandImplementation } from "../command-implementation.js";
import { differences } from "../differences.js";
import { formatCase, jobsNoteCase, memoryCase } from "./random-cases.js";
import { contextCase } from "./random-sessions.js";

const CASES = { format: formatCase, context: contextCase, memory: memoryCase, "jobs-note": jobsNoteCase };

/** The program of the Python example. */
export const PYTHON_EXAMPLE = join(import.meta.dirname, "../../examples/python/answer.py");

/**
 * Puts random cases to the Python example and to the packages: two implementations of one specification, which do
 * not know each other, must answer alike. Throws with the smallest case that they do not.
 */
export const compareWithPython = async (numRuns: number): Promise<void> => {
  const python = await CommandImplementation.start(`python3 "${PYTHON_EXAMPLE}"`);
  try {
    for (const [suite, arbitrary] of Object.entries(CASES)) {
      const ours = await IMPLEMENTATIONS[suite]?.();
      const property = fc.asyncProperty(arbitrary, async (input) => {
        const found = differences(await ours?.run(suite, input), await python.run(suite, input));
        if (found.length > 0)
          throw new Error(`${suite}: ours (expected) and Python's (actual): ${JSON.stringify(found)}`);
      });
      await fc.assert(property, { numRuns });
    }
  } finally {
    await python.stop();
  }
};
