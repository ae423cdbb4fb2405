import type { ResultingStep, Step } from "../step.js";
import type { Verifier } from "../verify/verifier.js";
import { type Inserted, type LedgerChoice, LedgerRun } from "./ledger-run.js";
import type { Policy } from "./policy.js";
import { splitInsertion } from "./split-insertion.js";

/** The packages themselves as a policy; every text is handed to the verifier too, where there is one. */
export class LedgerPolicy implements Policy {
  readonly name: string;
  readonly needsDiffs: boolean;
  readonly #run: LedgerRun;
  readonly #verifier: Verifier | undefined;

  constructor(choice: LedgerChoice, keepChars: number | undefined, verifier: Verifier | undefined) {
    const options = [choice.union && "union", choice.acrossEdits && "acrossEdits"].filter(Boolean);
    this.name = ["lembas", ...options].join(" + ");
    this.needsDiffs = choice.acrossEdits;
    this.#run = new LedgerRun(choice, keepChars);
    this.#verifier = verifier;
  }

  /** The inserted text with its kind. */
  put(step: ResultingStep): Inserted {
    const inserted = this.#run.insert(step);
    this.#verifier?.insert(step, inserted.text);
    return inserted;
  }

  insert(step: ResultingStep): string {
    return this.put(step).text;
  }

  remove(step: Step & { op: "compact" | "forget" }): string {
    this.#verifier?.remove(step);
    return this.#run.remove(step);
  }
}

/** The hunks of an edit as the ledger prints them, for the policies that have no diff of their own. */
export const diffOf = (step: ResultingStep, text: string): string =>
  step.op === "edit" ? splitInsertion(text, step.id, step.path).body : "";
