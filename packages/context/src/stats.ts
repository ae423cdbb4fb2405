import type { JournalEntry } from "./journal/entry.js";
import type { StepOp } from "./steps/kinds.js";

/** The steps of one kind: how many, and the characters given by the tools and inserted in their place. */
export interface StepStats {
  readonly steps: number;
  readonly given: number;
  readonly inserted: number;
}

/** Bytes of the images in results: given by the tools, and inserted. */
export interface ImageStats {
  readonly given: number;
  readonly inserted: number;
}

/** The sums over all kinds of steps. */
interface Totals {
  /** Characters that heads, line numbers and diffs cost. */
  readonly heads: number;
  readonly numbers: number;
  readonly diffs: number;
  /** How many results were a stub, were capped, were recalls. */
  readonly stubs: number;
  readonly caps: number;
  readonly recalls: number;
  /** How many marks stand in the texts. Specification 2.20. */
  readonly marks: number;
  /** Bytes of images: one that is shown already, or left out, is given and not inserted. Specification 2.31. */
  readonly imageBytes: ImageStats;
}

/** What a ledger did with the results of a conversation, in steps and characters, by kind of step. Specification 2.16. */
export type LedgerStats = { readonly [Op in StepOp | "compact"]: StepStats } & Totals;

type Sums<Type> = { -readonly [Name in keyof Type]: Type[Name] extends number ? number : Sums<Type[Name]> };

const noSteps = (): Sums<StepStats> => ({ steps: 0, given: 0, inserted: 0 });

/** The sums over the entries of a journal. */
export const sumEntries = (entries: readonly JournalEntry[]): LedgerStats => {
  const stats: Sums<LedgerStats> = {
    read: noSteps(),
    edit: noSteps(),
    write: noSteps(),
    output: noSteps(),
    recall: noSteps(),
    compact: noSteps(),
    heads: 0,
    numbers: 0,
    diffs: 0,
    stubs: 0,
    caps: 0,
    recalls: 0,
    marks: 0,
    imageBytes: { given: 0, inserted: 0 },
  };
  for (const entry of entries) {
    if (entry.op === "forget" || entry.op === "rewind") continue;
    const { given, inserted, head, numbers } = entry.characters;
    stats[entry.op].steps += 1;
    stats[entry.op].given += given;
    stats[entry.op].inserted += inserted;
    stats.heads += head;
    stats.numbers += numbers;
    if (entry.op === "compact") continue;
    if (entry.op === "edit" || entry.op === "write") stats.diffs += inserted - head;
    if (entry.result === "stub") stats.stubs += 1;
    if (entry.capped === true) stats.caps += 1;
    if (entry.op === "recall") stats.recalls += 1;
    if (entry.op === "output") {
      const [given, inserted] = entry.imageBytes ?? [0, 0];
      stats.imageBytes.given += given;
      stats.imageBytes.inserted += inserted;
    }
    if ("marks" in entry) stats.marks += entry.marks?.length ?? 0;
  }
  return stats;
};
