import { isJsonObject } from "@lembas/arguments";
import { sha256 } from "@lembas/context/known-lines";
import { parseJson, toObject, toText } from "../formats/json.js";
import { type OutputStep, type ResultingStep, type Step, staysAfter } from "../step.js";
import { type Claim, claimOfMark } from "./claim.js";
import { markProblem } from "./marks-check.js";
import { sameJson } from "./same-json.js";
import { Shown } from "./shown.js";
import { addProblems, emptyVerdict, type Verdict } from "./verdict.js";
import { numberingOf } from "./wanted-lines.js";

/** The tools whose results are a file's lines, in which nothing is taken for an alert. */
const FILE_TOOLS: ReadonlySet<string> = new Set(["Read", "read", "read_file", "view", "view_file"]);

/** A result's text out of the JSON object that some agents wrap it in. */
const unwrapped = (text: string): { readonly text: string; readonly rest: object | undefined } => {
  const value = text.startsWith("{") ? parseJson(text) : undefined;
  const { output, ...rest } = toObject(value);
  const found = toText(output);
  return found === undefined || !isJsonObject(value) ? { text, rest: undefined } : { text: found, rest };
};

/**
 * The independent check of composed messages: for each mark it takes the result that the mark names, whose head must be
 * the beginning of its call's hash and which must still be in the array, and compares the lines one by one.
 *
 * @example
 * const verifier = new MessagesVerifier();
 * verifier.insert(step, sent);
 * verifier.verdict.wrong; // 0
 */
export class MessagesVerifier {
  readonly verdict: Verdict = emptyVerdict();
  /** What the array holds now, by head; a result without one can not be named. */
  readonly #conversation = new Map<string, Shown>();
  /** The steps of the results with a head, by it. */
  readonly #ids = new Map<string, string>();

  /** Checks how a result was sent, and adds it to the conversation. Gives what it claims to be shown already. */
  insert(step: ResultingStep, sent: string): readonly Claim[] {
    const given = unwrapped(step.given);
    const inserted = unwrapped(sent);
    const digest = sha256(step.id);
    const id = /^\[(#[0-9a-f]{6,64})\](?:\n|$)/.exec(inserted.text)?.[1];
    if (id === undefined || !`#${digest}`.startsWith(id)) return [];
    const { tool, args, audience } = step;
    const result: OutputStep = {
      ...{ op: "output", id, tool, args, audience, given: step.given, text: given.text },
    };
    const form = { isNumbered: false, isBounded: false, hasWrites: false, numberingOf };
    const shown = new Shown(result, inserted.text, { ...form, hasAlerts: !FILE_TOOLS.has(tool) });
    const { marks, wrong } = shown;
    this.verdict.marks += marks.length;
    const problems = marks.flatMap((mark) => markProblem(mark, shown, this.#conversation) ?? []);
    if (wrong !== undefined) problems.push(`it does not show line ${wrong} of its result`);
    if (!sameJson(given.rest, inserted.rest)) problems.push("what stands around its text is another");
    addProblems(this.verdict, step.id, problems);
    this.#conversation.set(id, shown);
    this.#ids.set(id, step.id);
    return marks.map((mark) => claimOfMark(mark, this.#ids.get(mark.id) ?? mark.id));
  }

  /** Takes results out of the array. */
  remove(step: Step & { op: "compact" | "forget" }): void {
    const stays = staysAfter(step);
    for (const [head, id] of this.#ids) {
      if (stays(id)) continue;
      this.#conversation.delete(head);
      this.#ids.delete(head);
    }
  }
}
