import { cleanTerminal, countCharacters } from "@lembas/format";
import { linesOfRead } from "../content-lines.js";
import type { Inserted } from "../ledger-policy.js";
import type { InsertedByWays } from "../session-trace.js";
import type { ResultingStep } from "../step.js";

/** The final newline is no part of what is shown. */
const countShown = (text: string): number => countCharacters(text) - (text.endsWith("\n") ? 1 : 0);

/** The characters of a result that stand in lines of a file or are what a command printed, as a screen shows it. */
const countKept = (step: ResultingStep, { text, entry }: Inserted): number => {
  if (step.op === "read") return countCharacters(linesOfRead(step).join("\n"));
  if (step.op === "output" && !(entry?.op === "output" && entry.result === "binary"))
    return countShown(cleanTerminal(step.text));
  return countCharacters(text);
};

/**
 * How many characters of a result the lean ledger leaves out or says in its own words, though it cuts nothing: it
 * composes its texts from the lines of files and from what commands print, and not from what an agent's tools put
 * around them.
 *
 * @param inserted what goes in with the lean ledger without caps
 */
export const countReworded = (step: ResultingStep, inserted: Inserted): number =>
  Math.max(0, countShown(step.given) - countKept(step, inserted));

/** How many characters of a result `@lembas/messages` neither sends nor names: what a terminal would not show either. */
export const countOverwritten = ({ given }: ResultingStep, { text }: InsertedByWays["messages"]): number =>
  text === given ? 0 : Math.max(0, countShown(given) - countShown(cleanTerminal(given)));
