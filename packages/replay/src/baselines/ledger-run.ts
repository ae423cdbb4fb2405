import { ContextLedger } from "@lembas/context";
import { type JobRecord, jobNote } from "@lembas/jobs-note";
import { applyOps, renderResult } from "@lembas/memory";
import type { ResultingStep, Step } from "../step.js";

/** A text that goes into the conversation, and what kind of text it is. */
export interface Inserted {
  readonly text: string;
  readonly kind: "full" | "stub" | "capped" | "notice";
}

/** The ledger's options that a replay can choose. */
export interface LedgerChoice {
  readonly union: boolean;
  readonly acrossEdits: boolean;
}

/**
 * One session put through the packages: reads, edits, outputs, recalls and compactions through a ledger, memory
 * calls and job notes through theirs.
 */
export class LedgerRun {
  readonly #ledger: ContextLedger;

  /** @param keepChars how many characters of results are kept for recalls; absent: all */
  constructor(choice: LedgerChoice, keepChars?: number | undefined) {
    this.#ledger = new ContextLedger({ ...choice, ...(keepChars !== undefined && { keepChars }) });
  }

  /** The text that a step's result is in the conversation. */
  insert(step: ResultingStep): Inserted {
    if (step.op === "memory") return { text: renderResult(applyOps(step)), kind: "full" };
    if (step.op === "job") return { text: jobNote(step.record as JobRecord), kind: "full" };
    const { id } = step;
    if (step.op === "read") {
      const { path, content, first, limit } = step;
      return this.#ledger.read({ id, path, content, offset: first, limit });
    }
    if (step.op === "edit") {
      const { path, before, after } = step;
      return this.#ledger.edit({ id, path, before, after });
    }
    if (step.op === "output")
      return this.#ledger.output({ id, tool: step.tool, args: step.args, text: step.given });
    const { target, offset, limit } = step;
    return this.#ledger.recall({ id, target, offset, limit });
  }

  /** Takes results out of the conversation; after a compaction the text that stands in their place. */
  remove(step: Step & { op: "compact" | "forget" }): string {
    if (step.op === "compact") return this.#ledger.compact({ kept: [...step.kept] });
    this.#ledger.forget([...step.ids]);
    return "";
  }
}
