import { checkFunction, checkListOf, checkObject, checkText } from "@lembas/arguments";
import type { Implementation } from "./run-suite.js";

/** @throws {TypeError} it has no name or no `run`, or its suites or features are not lists of strings */
export const checkImplementation = (implementation: Implementation): void => {
  checkObject(implementation, "implementation", '{ name: "mine", run: (suite, input) => … }');
  const { name, suites, features, run } = implementation;
  checkText(name, "implementation.name");
  checkFunction(run, "implementation.run");
  if (suites !== undefined) checkListOf(suites, "implementation.suites", "string");
  if (features !== undefined) checkListOf(features, "implementation.features", "string");
};
