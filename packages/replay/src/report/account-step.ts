import { cleanTerminal, countCharacters } from "@lembas/format";
import { linesOfRead } from "../content-lines.js";
import type { Inserted } from "../ledger-policy.js";
import type { ResultingStep } from "../step.js";
import type { Causes } from "./causes.js";

/** The causes behind the head: what its body has more, or less, than was given. */
const accountBody = (step: ResultingStep, { kind, entry }: Inserted, given: number, body: number): Causes => {
  switch (step.op) {
    case "read": {
      if (kind === "stub") return { stubs: body - given };
      if (entry?.op !== "read" || entry.result !== "shown" || entry.last === 0)
        return { ownReads: body - given };
      const { given: shown, numbers } = entry.characters;
      // Without a limit a page may end before the file does.
      const isAll = kind === "full" && (step.limit !== undefined || entry.last >= entry.lines);
      const recorded = isAll ? shown : countCharacters(linesOfRead(step).join("\n"));
      const notes = body - shown - numbers;
      return { numbers, notes, pages: shown - recorded, ownReads: recorded - given };
    }
    case "output": {
      if (kind === "stub") return { repeats: body - given };
      const printed = step.text === step.given ? given : countCharacters(step.text);
      // What is stored may be less, or nothing.
      const cleaned = kind === "capped" ? countCharacters(cleanTerminal(step.text)) : body;
      return {
        cleaned: cleaned - printed,
        ...(printed !== given && { ownOutputs: printed - given }),
        ...(kind === "capped" && { caps: body - cleaned }),
      };
    }
    case "edit":
      return { diffs: body, ownEdits: -given };
    case "recall":
      return { recalls: body - given };
    case "memory":
      return { memory: body - given };
    case "job":
      return { jobs: body - given };
  }
};

/**
 * Says what made an inserted text longer or shorter than the recorded result, in characters. The causes add up to
 * the difference.
 *
 * @param characters how many the recorded result and the inserted text have
 */
export const accountStep = (
  step: ResultingStep,
  inserted: Inserted,
  characters: { readonly given: number; readonly inserted: number },
): Causes => {
  const heads = inserted.entry?.characters.head ?? 0;
  return { heads, ...accountBody(step, inserted, characters.given, characters.inserted - heads) };
};
