import type { JsonObject } from "../cases/json.js";
import type { Implementation } from "../runs/run-suite.js";

/** Implementations that are wrong in one way each, by that way. */
export type Wrong = Readonly<Record<string, Implementation>>;

// biome-ignore lint/suspicious/noExplicitAny: each reads the fields of the cases that it is about
type Given = any;

/** Another answer in the place of the right one. */
type Change = (given: Given, right: Given) => unknown;

/**
 * An implementation with other answers: to the cases of the ops named (`""` for cases without one).
 */
export const alter = (right: Implementation, changes: Readonly<Record<string, Change>>): Implementation => ({
  ...right,
  run: async (suite, input) => {
    const answer = await right.run(suite, input);
    const op = typeof input["op"] === "string" ? input["op"] : "";
    return changes[op]?.(input, answer) ?? answer;
  },
});

/** An implementation that is put other cases than those it is given. */
export const misread = (right: Implementation, change: (given: Given) => JsonObject): Implementation => ({
  ...right,
  run: (suite, input) => right.run(suite, change(input)),
});

/** The same implementation, which works a case out once: many that are wrong in one way answer most cases as it does. */
export const remembering = (right: Implementation): Implementation => {
  const answers = new Map<string, unknown>();
  return {
    ...right,
    run: async (suite, input) => {
      const key = JSON.stringify([suite, input]);
      if (!answers.has(key)) answers.set(key, right.run(suite, input));
      return structuredClone(await answers.get(key));
    },
  };
};
