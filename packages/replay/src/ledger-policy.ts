import {
  ContextLedger,
  type InsertionKind,
  type JournalEntry,
  type LedgerOptions,
  lean,
} from "@lembas/context";
import { firstCharacters } from "@lembas/format";
import { type JobRecord, jobNote } from "@lembas/jobs-note";
import { applyOps, renderResult } from "@lembas/memory";
import type { InsertedText, Policy } from "./baselines/policy.js";
import { numberingOf } from "./files/numbering.js";
import type { ResultingStep, Step } from "./step.js";
import type { Claim } from "./verify/claim.js";
import type { Verdict } from "./verify/verdict.js";
import { Verifier } from "./verify/verifier.js";

/** What the packages insert for a step. */
export interface Inserted extends InsertedText {
  readonly kind: InsertionKind;
  /** What the ledger writes down of it; absent of memory results and job notes, which go past the ledger. */
  readonly entry?: Exclude<JournalEntry, { op: "compact" | "forget" | "rewind" }> | undefined;
  /** What it says that the conversation shows already; nothing where it is not verified. */
  readonly claims: readonly Claim[];
}

/**
 * So many characters of texts a lean ledger keeps where nothing is recalled: more than any model's context has, and more
 * than one stored text may have with the line that says what is left out of it (specification 2.19).
 */
const HELD_CHARACTERS = 11_000_000;

/** A way of using the ledger. */
export interface LedgerChoice {
  readonly name: string;
  readonly edits: Policy["edits"];
  readonly options: LedgerOptions;
  /** Whether lines that stand in the conversation are named: then it needs all texts. */
  readonly isLean: boolean;
  /** Whether reads and outputs are shown whole. */
  readonly isWhole: boolean;
}

/** The ledger with its defaults, and with these two options. */
export const defaultLedger = (union: boolean, acrossEdits: boolean): LedgerChoice => ({
  name: ["lembas", ...(union ? ["union"] : []), ...(acrossEdits ? ["acrossEdits"] : [])].join(" + "),
  edits: acrossEdits ? "diffs" : "both",
  options: { union, acrossEdits },
  isLean: false,
  isWhole: false,
});

/** The lean ledger; `isWhole`: without caps, so that it loses nothing. */
export const leanLedger = (isWhole: boolean): LedgerChoice => ({
  name: isWhole ? "lean, nothing cut" : "lean",
  edits: "own",
  options: isWhole ? { ...lean, cap: "off", caps: { read: "off" } } : lean,
  isLean: true,
  isWhole,
});

/**
 * One conversation put through the packages: reads, edits, outputs, recalls and compactions through a ledger, memory
 * calls and job notes through theirs. Every text is handed to the verifier too, where there is one.
 */
export class LedgerPolicy implements Policy {
  readonly name: string;
  readonly edits: Policy["edits"];
  readonly #isLean: boolean;
  readonly #isOwn: boolean;
  readonly #ledger: ContextLedger;
  readonly #verifier: Verifier | undefined;
  #entry: JournalEntry | undefined;

  /**
   * @param isOwn whether the recording is of own step lines, whose results may be recalled
   * @param begun the ledger and the verifier that it goes on from, of the steps so far
   */
  constructor(
    { name, edits, options, isLean, isWhole }: LedgerChoice,
    isOwn: boolean,
    isVerified: boolean,
    begun?: { readonly ledger: ContextLedger; readonly verifier: Verifier | undefined },
  ) {
    this.name = name;
    this.edits = edits;
    this.#isLean = isLean;
    this.#isOwn = isOwn;
    const form = { isNumbered: !isLean, isBounded: !isWhole, hasWrites: isLean };
    if (isVerified) this.#verifier = new Verifier({ recalls: isOwn, ...form }, begun?.verifier);
    this.#ledger = ContextLedger.replay(begun?.ledger.toJSON() ?? [], {
      ...options,
      ...(!isOwn && { keepChars: isLean ? HELD_CHARACTERS : 0 }),
      // The entries are only for the head and the causes of the tables, which lean ledgers have none of.
      ...(!isLean && {
        onEntry: (entry: JournalEntry) => {
          this.#entry = entry;
        },
      }),
    });
  }

  /** What was found false of its texts, where they are verified. */
  get verdict(): Verdict | undefined {
    return this.#verifier?.verdict;
  }

  /** The same conversation so far, under other options from here on. The ledger must keep the texts that it stores. */
  goOnAs(choice: LedgerChoice): LedgerPolicy {
    const begun = { ledger: this.#ledger, verifier: this.#verifier };
    return new LedgerPolicy(choice, this.#isOwn, this.#verifier !== undefined, begun);
  }

  insert(step: ResultingStep): Inserted {
    const { text, kind, entry, head } = this.#insert(step);
    return { text, kind, entry, head, claims: this.#verifier?.insert(step, text) ?? [] };
  }

  remove(step: Step & { op: "compact" | "forget" }): string {
    this.#verifier?.remove(step);
    if (step.op === "compact") return this.#ledger.compact({ kept: [...step.kept] });
    this.#ledger.forget([...step.ids]);
    return "";
  }

  #insert(step: ResultingStep): Omit<Inserted, "claims"> {
    if (step.op === "memory") {
      const { target, entries, limit, ops } = step;
      return { text: renderResult(applyOps({ target, entries, limit, ops })), kind: "full" };
    }
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
        const { path, before, after, isInCall, callTexts } = step;
        if (!this.#isLean) return this.#ledger.edit({ id, path, before, after });
        if (isInCall) return this.#ledger.write({ id, path, before, after, inCall: true });
        return this.#ledger.edit({ id, path, before, after, inCall: callTexts });
      }
      case "output":
        return this.#ledger.output({
          ...{ id, tool: step.tool, args: step.args, text: step.text },
          ...(this.#isLean && { numbered: numberingOf(step.text) }),
        });
      case "recall": {
        const { target, offset, limit } = step;
        return this.#ledger.recall({ id, target, offset, limit });
      }
    }
  }
}
