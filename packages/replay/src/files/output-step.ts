import type { OutputStep, ResultStep } from "../step.js";
import { numberingOf } from "./numbering.js";

/** The step of a tool that is neither a read nor an edit. Whether it numbers its lines is found out when that is asked. */
export const outputStep = (common: ResultStep, text: string): OutputStep => {
  let numbered: { readonly by: string | undefined } | undefined;
  return {
    ...{ ...common, op: "output", text },
    get numbered() {
      numbered ??= { by: numberingOf(text) };
      return numbered.by;
    },
  };
};
