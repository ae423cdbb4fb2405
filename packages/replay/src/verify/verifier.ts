import { REPEATABLE_TOOLS } from "@lembas/context";
import { numberingOf } from "../files/numbering.js";
import {
  type OutputStep,
  type ReadStep,
  type RecallStep,
  type ResultingStep,
  type Step,
  staysAfter,
} from "../step.js";
import { type Claim, claimOfMark, claimOfText } from "./claim.js";
import { expectedRead, type TextForm } from "./expected-read.js";
import { markProblem } from "./marks-check.js";
import { plainWords } from "./plain-words.js";
import { sameJson } from "./same-json.js";
import { type NamedStep, Shown, sameResult, shownToAnother } from "./shown.js";
import type { Mark } from "./shown-lines.js";
import { splitInsertion } from "./split-insertion.js";
import { isStored } from "./stored-lines.js";
import { StubCheck } from "./stub-check.js";
import { addProblems, emptyVerdict, type Verdict } from "./verdict.js";

/** What a conversation's texts may be, as far as the verifier has to know. */
export interface VerifierOptions extends Partial<Pick<TextForm, "isNumbered" | "isBounded" | "hasWrites">> {
  /** Whether the recording may recall results: every step is kept then. */
  readonly recalls?: boolean;
}

/** The tools whose equal results the rules let a text name. */
const REPEATABLE: ReadonlySet<string> = new Set(REPEATABLE_TOOLS);

const isNamed = (step: ResultingStep): step is NamedStep =>
  step.op === "read" || step.op === "edit" || step.op === "output";

/**
 * The independent check. It holds the conversation as texts and nothing of the ledger: for each stub and mark it takes
 * the texts that it names, reads their lines, and compares them with those that the result has by the recording.
 *
 * @example
 * const verifier = new Verifier({ recalls: true });
 * verifier.insert(step, text);
 * verifier.verdict.wrong; // 0
 */
export class Verifier {
  readonly verdict: Verdict;
  readonly #recalls: boolean;
  readonly #form: TextForm;
  /** What the conversation shows now. */
  readonly #conversation: Map<string, Shown>;
  /** Every step that was, for recalls. */
  readonly #steps: Map<string, ResultingStep>;

  /** @param before what was checked so far, in a conversation whose texts were the same */
  constructor(options: VerifierOptions = {}, before?: Verifier) {
    this.verdict = structuredClone(before?.verdict ?? emptyVerdict());
    this.#conversation = new Map(before ? before.#conversation : []);
    this.#steps = new Map(before ? before.#steps : []);
    const { recalls = false, isBounded = true, hasWrites = false } = options;
    const isNumbered = "isNumbered" in options ? options.isNumbered : true;
    this.#recalls = recalls;
    this.#form = { isNumbered, isBounded, hasWrites, numberingOf };
  }

  /** Checks what a step inserted, and adds it to the conversation. Gives what the text claims to be shown already. */
  insert(step: ResultingStep, text: string): readonly Claim[] {
    const claims: Claim[] = [];
    const problem = this.#check(step, text, claims);
    const problems = problem === undefined ? [] : [problem];
    if (isNamed(step)) {
      const shown = new Shown(step, text, this.#form);
      const { marks } = shown;
      if (marks.length > 0) problems.push(...this.#checkMarks(shown, marks));
      for (const mark of marks) claims.push(claimOfMark(mark, mark.id));
      this.#conversation.set(step.id, shown);
    }
    addProblems(this.verdict, step.id, problems);
    // A recall is another name for what it shows.
    const stored = step.op === "recall" ? this.#target(step.target) : step;
    if (this.#recalls && stored) this.#steps.set(step.id, stored);
    return claims;
  }

  /** Takes results out of the conversation. */
  remove(step: Step & { op: "compact" | "forget" }): void {
    const stays = staysAfter(step);
    for (const id of this.#conversation.keys()) if (!stays(id)) this.#conversation.delete(id);
  }

  #checkMarks(shown: Shown, marks: readonly Mark[]): string[] {
    this.verdict.marks += marks.length;
    const problems = marks.flatMap((mark) => markProblem(mark, shown, this.#conversation) ?? []);
    const { wrong } = shown;
    return wrong === undefined ? problems : [...problems, `it does not show line ${wrong} of its result`];
  }

  #check(step: ResultingStep, text: string, claims: Claim[]): string | undefined {
    if (step.op === "read") return this.#checkRead(step, text, claims);
    if (step.op === "output") {
      const same = sameResult.exec(text);
      if (!same) return undefined;
      this.verdict.repeats += 1;
      claims.push(claimOfText("repeat", same[1] ?? ""));
      return this.#checkRepeat(step, same[1] ?? "");
    }
    if (step.op !== "recall") return undefined;
    this.verdict.recalls += 1;
    return this.#checkRecall(step, text);
  }

  #checkRead(step: ReadStep, text: string, claims: Claim[]): string | undefined {
    const { head, body } = splitInsertion(text, step.id, step.path);
    if (!head.endsWith(" ") || !body.startsWith("Unchanged since #")) return undefined;
    this.verdict.stubs += 1;
    claims.push(claimOfText("stub", body));
    const expected = expectedRead(step, this.#form);
    return new StubCheck(step, { head, body }, expected, this.#conversation).problem();
  }

  #checkRepeat(step: OutputStep, id: string): string | undefined {
    const named = this.#conversation.get(id);
    const call = named?.step;
    if (!named || call?.op !== "output" || !REPEATABLE.has(call.tool))
      return `${id} is no search or listing in the conversation`;
    if (call.audience !== step.audience) return shownToAnother(id);
    if (sameResult.test(named.text)) return `${id} shows no result`;
    if (call.tool !== step.tool || !sameJson(call.args ?? {}, step.args ?? {}))
      return `${id} is another call`;
    const gone = named.marks.find((mark) => !this.#conversation.has(mark.id));
    if (gone !== undefined) return `${id} names ${gone.id}, which is not in the conversation`;
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
    if (found[2] === undefined)
      return isStored(target, 1, [], this.#form) ? undefined : `${target.id} is not empty`;
    const count = Number(found[3]) - Number(found[2]) + 1;
    const lines = body.split("\n").slice(0, count);
    if (lines[0]?.endsWith(" […cut]")) return undefined;
    return isStored(target, Number(found[2]), lines, this.#form)
      ? undefined
      : `its lines are not those of ${target.id}`;
  }

  #target(name: string): ResultingStep | undefined {
    const id = `#${name.replace(/[[\]#\s]/g, "").toLowerCase()}`;
    const step = this.#steps.get(id);
    return step?.op === "memory" || step?.op === "job" ? undefined : step;
  }
}
