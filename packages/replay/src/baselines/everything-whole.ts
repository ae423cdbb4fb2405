import type { ResultingStep } from "../step.js";
import type { Policy, Shared } from "./policy.js";

/** The whole text of a result: reads in the common format, edits as their diffs, all else as it was recorded. */
export const wholeText = (step: ResultingStep, shared: Shared): string => {
  if (step.op === "read") return shared.numbered;
  return step.op === "edit" ? shared.diff : step.given;
};

/** A policy without a state that makes something else of the whole text of each result. */
export const wholeTextPolicy = (
  name: string,
  shorten: (text: string, step: ResultingStep) => string,
): Policy => ({
  name,
  edits: "both",
  insert: (step, shared) => ({ text: shorten(wholeText(step, shared), step) }),
});

/** Every result goes into the conversation whole. */
export const everythingWhole = (): Policy => wholeTextPolicy("everything whole", (text) => text);
