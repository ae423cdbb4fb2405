import { ContextLedger, type InsertionKind, type JournalEntry } from "@lembas/context";
import { firstCharacters } from "@lembas/format";
import { type JobRecord, jobNote } from "@lembas/jobs-note";
import { applyOps, renderResult } from "@lembas/memory";
import type { InsertedText, Policy } from "./baselines/policy.js";
import type { ResultingStep, Step } from "./step.js";
import type { Verifier } from "./verify/verifier.js";

/** What the packages insert for a step. */
export interface Inserted extends InsertedText {
  readonly kind: InsertionKind;
  /** What the ledger writes down of it; absent of memory results and job notes, which go past the ledger. */
  readonly entry?: Exclude<JournalEntry, { op: "compact" | "forget" | "rewind" }> | undefined;
}

/** The ledger's options that a replay can choose. */
export interface LedgerChoice {
  readonly union: boolean;
  readonly acrossEdits: boolean;
}

/**
 * One conversation put through the packages: reads, edits, outputs, recalls and compactions through a ledger, memory
 * calls and job notes through theirs. Every text is handed to the verifier too, where there is one.
 */
export class LedgerPolicy implements Policy {
  readonly name: string;
  readonly edits: "diffs" | "both";
  readonly #ledger: ContextLedger;
  readonly #verifier: Verifier | undefined;
  #entry: JournalEntry | undefined;

  /** @param keepChars how many characters of results are kept for recalls; absent: all */
  constructor(choice: LedgerChoice, keepChars: number | undefined, verifier: Verifier | undefined) {
    const options = [choice.union && "union", choice.acrossEdits && "acrossEdits"].filter(Boolean);
    this.name = ["lembas", ...options].join(" + ");
    this.edits = choice.acrossEdits ? "diffs" : "both";
    this.#verifier = verifier;
    this.#ledger = new ContextLedger({
      ...choice,
      ...(keepChars !== undefined && { keepChars }),
      onEntry: (entry) => {
        this.#entry = entry;
      },
    });
  }

  insert(step: ResultingStep): Inserted {
    const inserted = this.#insert(step);
    this.#verifier?.insert(step, inserted.text);
    return inserted;
  }

  remove(step: Step & { op: "compact" | "forget" }): string {
    this.#verifier?.remove(step);
    if (step.op === "compact") return this.#ledger.compact({ kept: [...step.kept] });
    this.#ledger.forget([...step.ids]);
    return "";
  }

  #insert(step: ResultingStep): Inserted {
    if (step.op === "memory") return { text: renderResult(applyOps(step)), kind: "full" };
    if (step.op === "job") return { text: jobNote(step.record as JobRecord), kind: "full" };
    const { text, kind } = this.#insertByLedger(step);
    const entry = this.#entry;
    if (entry === undefined || !("id" in entry) || entry.op === "rewind") return { text, kind };
    return { text, kind, entry, head: firstCharacters(text, entry.characters.head) };
  }

  #insertByLedger(
    step: Exclude<ResultingStep, { op: "memory" | "job" }>,
  ): InsertedText & { kind: InsertionKind } {
    const { id } = step;
    switch (step.op) {
      case "read": {
        const { path, content, first, limit } = step;
        return this.#ledger.read({ id, path, content, offset: first, limit });
      }
      case "edit": {
        const { path, before, after } = step;
        return this.#ledger.edit({ id, path, before, after });
      }
      case "output":
        return this.#ledger.output({ id, tool: step.tool, args: step.args, text: step.text });
      case "recall": {
        const { target, offset, limit } = step;
        return this.#ledger.recall({ id, target, offset, limit });
      }
    }
  }
}
