import { linesOfRead } from "../content-lines.js";
import { type ResultingStep, staysAfter } from "../step.js";
import { wholeText } from "./everything-whole.js";
import type { Policy } from "./policy.js";

const UNCHANGED = "File unchanged since the last read of these lines; see that result.";

/** A read of exactly the same range of the same file that shows the same lines again is one sentence. */
export const sameRangeAgain = (): Policy => {
  const shown = new Map<string, { readonly lines: string; readonly id: string }>();
  const rangeOf = (step: ResultingStep & { op: "read" }): string =>
    JSON.stringify([step.path, step.first, linesOfRead(step).length]);
  return {
    name: "same range again",
    edits: "both",
    insert(step, shared) {
      const text = wholeText(step, shared);
      if (step.op !== "read") return { text };
      const range = rangeOf(step);
      if (shown.get(range)?.lines === text) return { text: UNCHANGED };
      shown.set(range, { lines: text, id: step.id });
      return { text };
    },
    remove(step) {
      const stays = staysAfter(step);
      for (const [range, { id }] of shown) if (!stays(id)) shown.delete(range);
      return "";
    },
  };
};
