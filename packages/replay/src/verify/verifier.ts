import type { OutputStep, RecallStep, ResultingStep, Step } from "../step.js";
import { plainWords } from "./plain-words.js";
import { sameJson } from "./same-json.js";
import { splitInsertion } from "./split-insertion.js";
import { isStored } from "./stored-lines.js";
import { type Shown, StubCheck, shownToAnother } from "./stub-check.js";

/** What the verification found. */
export interface Verdict {
  stubs: number;
  repeats: number;
  recalls: number;
  /** How many of them were false. */
  wrong: number;
  /** The first of them, in words. */
  readonly examples: string[];
}

const EXAMPLES = 10;
/** The tools whose equal results the rules let a text name. */
const REPEATABLE = new Set(["list", "glob", "grep"]);

/**
 * The independent check. It holds the conversation as texts and nothing of the ledger: for each stub it takes the
 * texts that the stub names, rebuilds the lines from them, and compares them with what the read would have shown.
 *
 * @example
 * const verifier = new Verifier({ recalls: true });
 * verifier.insert(step, text);
 * verifier.verdict.wrong; // 0
 */
export class Verifier {
  readonly verdict: Verdict = { stubs: 0, repeats: 0, recalls: 0, wrong: 0, examples: [] };
  readonly #recalls: boolean;
  /** What the conversation shows now. */
  readonly #conversation = new Map<string, Shown>();
  /** Every step that was, for recalls. */
  readonly #steps = new Map<string, ResultingStep>();

  /** @param recalls whether the recording may recall results: every step is kept then */
  constructor({ recalls }: { readonly recalls: boolean }) {
    this.#recalls = recalls;
  }

  /** Checks what a step inserted, and adds it to the conversation. */
  insert(step: ResultingStep, text: string): void {
    const problem = this.#check(step, text);
    if (problem !== undefined) {
      this.verdict.wrong += 1;
      if (this.verdict.examples.length < EXAMPLES) this.verdict.examples.push(`${step.id}: ${problem}`);
    }
    const { audience } = step;
    if (step.op === "read" || step.op === "edit")
      this.#conversation.set(step.id, { text, audience, path: step.path });
    if (step.op === "output" && REPEATABLE.has(step.tool))
      this.#conversation.set(step.id, { text, audience, call: step });
    // A recall is another name for what it shows.
    const stored = step.op === "recall" ? this.#target(step.target) : step;
    if (this.#recalls && stored) this.#steps.set(step.id, stored);
  }

  /** Takes results out of the conversation. */
  remove(step: Step & { op: "compact" | "forget" }): void {
    const gone = new Set(step.op === "forget" ? step.ids : []);
    const kept = new Set(step.op === "compact" ? step.kept : []);
    for (const id of this.#conversation.keys())
      if (step.op === "compact" ? !kept.has(id) : gone.has(id)) this.#conversation.delete(id);
  }

  #check(step: ResultingStep, text: string): string | undefined {
    if (step.op === "read") {
      const { head, body } = splitInsertion(text, step.id, step.path);
      if (!head.endsWith(" ") || !body.startsWith("Unchanged since #")) return undefined;
      this.verdict.stubs += 1;
      return new StubCheck(step, { head, body }, this.#conversation).problem();
    }
    if (step.op === "output") {
      const same = /^\[#[0-9a-f]+\] Same result as (#[0-9a-f]+)\.$/.exec(text);
      if (!same) return undefined;
      this.verdict.repeats += 1;
      return this.#checkRepeat(step, same[1] ?? "");
    }
    if (step.op !== "recall") return undefined;
    this.verdict.recalls += 1;
    return this.#checkRecall(step, text);
  }

  #checkRepeat(step: OutputStep, id: string): string | undefined {
    const named = this.#conversation.get(id);
    if (!named?.call) return `${id} is no search or listing in the conversation`;
    if (named.audience !== step.audience) return shownToAnother(id);
    const { call } = named;
    if (/^\[#[0-9a-f]+\] Same result as /.test(named.text)) return `${id} shows no result`;
    if (call.tool !== step.tool || !sameJson(call.args ?? {}, step.args ?? {}))
      return `${id} is another call`;
    const same = call.text === step.text || plainWords(call.text) === plainWords(step.text);
    return same ? undefined : `${id} has another text`;
  }

  #checkRecall(step: RecallStep, text: string): string | undefined {
    const target = this.#target(step.target);
    const found = /^\[#[0-9a-f]+ recall (#[0-9a-f]+) (?:lines (\d+)-(\d+) of \d+|empty)\]\n/.exec(text);
    if (!target)
      return text.includes("] No stored result ") ? undefined : "what it recalls is not in the recording";
    if (!found)
      return / is past the end|is no longer kept\.$/.test(text) ? undefined : `it does not show ${target.id}`;
    if (found[1] !== target.id) return `it shows ${found[1]} in the place of ${target.id}`;
    const body = text.slice(found[0].length);
    if (found[2] === undefined) return isStored(target, 1, []) ? undefined : `${target.id} is not empty`;
    const count = Number(found[3]) - Number(found[2]) + 1;
    const lines = body.split("\n").slice(0, count);
    if (lines[0]?.endsWith(" […cut]")) return undefined;
    return isStored(target, Number(found[2]), lines) ? undefined : `its lines are not those of ${target.id}`;
  }

  #target(name: string): ResultingStep | undefined {
    const id = `#${name.replace(/[[\]#\s]/g, "").toLowerCase()}`;
    const step = this.#steps.get(id);
    return step?.op === "memory" || step?.op === "job" ? undefined : step;
  }
}
