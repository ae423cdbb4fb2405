import { checkListOf, checkNames, checkObject } from "@lembas/arguments";
import { DEFAULT_TARGETS } from "../target.js";

/** Which targets a call may name. */
export interface TargetNames {
  /** Their names, in the order that messages list them; `memory` and `user` where none are given. */
  readonly targets?: readonly string[] | undefined;
}

const NAMES = ["targets"] satisfies (keyof TargetNames)[];

/** @throws {TypeError} `targets` is not a list of strings, or names none, or an option has another name */
export const readTargetNames = (options: TargetNames): readonly string[] => {
  checkObject(options, "options", '{ targets: ["memory", "user"] }');
  checkNames(options, NAMES, "option");
  const { targets = Object.keys(DEFAULT_TARGETS) } = options;
  checkListOf(targets, "targets", "string");
  if (targets.length === 0) throw new TypeError("targets must be at least one target; got none");
  return targets;
};
