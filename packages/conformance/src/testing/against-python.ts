import { join } from "node:path";
import fc from "fast-check";
import { IMPLEMENTATIONS } from "../../adapters/implementations.js";
import type { JsonObject } from "../cases/json.js";
import { CommandImplementation } from "../commands/command-implementation.js";
import { differences } from "../runs/differences.js";
import { formatCase, jobsNoteCase, memoryCase } from "./random-cases.js";
import { messagesCase } from "./random-messages.js";
import { contextCase } from "./random-sessions.js";

/** Random cases of each suite. */
export const RANDOM_CASES: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  format: formatCase,
  context: contextCase,
  memory: memoryCase,
  "jobs-note": jobsNoteCase,
  messages: messagesCase,
};

/** The program of the Python example. */
export const PYTHON_EXAMPLE = join(import.meta.dirname, "../../examples/python/answer.py");

/**
 * Puts random cases of a suite to the Python example and to the package: two implementations of one specification,
 * which do not know each other, must answer alike. Throws with the smallest case that they do not.
 */
export const compareWithPython = async (
  suite: string,
  parameters: fc.Parameters<[unknown]>,
): Promise<void> => {
  const cases = RANDOM_CASES[suite];
  if (!cases) throw new Error(`random-cases.ts makes no cases of ${suite}`);
  const python = await CommandImplementation.start(`python3 "${PYTHON_EXAMPLE}"`);
  try {
    const ours = await IMPLEMENTATIONS[suite]?.();
    const property = fc.asyncProperty(cases, async (input) => {
      const found = [...differences(await ours?.run(suite, input), await python.run(suite, input))];
      if (found.length > 0) throw new Error(`ours (expected), Python's (actual): ${JSON.stringify(found)}`);
    });
    await fc.assert(property, parameters);
  } finally {
    await python.stop();
  }
};
