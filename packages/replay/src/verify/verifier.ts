import { splitInsertion } from "../split-insertion.js";
import type { OutputStep, ReadStep, RecallStep, ResultingStep, Step } from "../step.js";
import { expectedRead } from "./expected-read.js";
import { followHunks } from "./follow-hunks.js";
import { type LinesByNumber, readShown } from "./numbered-lines.js";
import { plainWords } from "./plain-words.js";
import { sameJson } from "./same-json.js";
import { isStored } from "./stored-lines.js";

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

/** What the conversation shows of a result that a later text may name. */
interface Shown {
  readonly text: string;
  readonly path?: string | undefined;
  readonly call?: OutputStep | undefined;
}

const EXAMPLES = 10;
/** The tools whose equal results the rules let a text name. */
const REPEATABLE = new Set(["list", "glob", "grep"]);

/** Whether two paths name the same file: `.` and empty segments do not count. */
const samePath = (one: string, other: string): boolean => {
  const segments = (path: string): string =>
    (path.startsWith("/") ? "/" : "") +
    path
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .join("/");
  return segments(one) === segments(other);
};

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
    if (step.op === "read" || step.op === "edit") this.#conversation.set(step.id, { text, path: step.path });
    if (step.op === "output" && REPEATABLE.has(step.tool))
      this.#conversation.set(step.id, { text, call: step });
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
      return this.#checkStub(step, head, body);
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

  #checkStub(step: ReadStep, head: string, body: string): string | undefined {
    const expected = expectedRead(step);
    const sha = /sha ([0-9a-f]{8})\] $/.exec(head)?.[1] ?? "";
    if (/ empty sha [0-9a-f]{8}\] $/.test(head)) return this.#checkEmpty(step, body, sha);
    const span = `lines ${expected.first}-${expected.last} of ${expected.total} sha ${sha}] `;
    if (!head.endsWith(span)) return `its head does not say "${span}"`;
    const followed = /^Unchanged since (#[0-9a-f]+): what (#[0-9a-f]+) shows, with the edits? (.+)\.$/.exec(
      body,
    );
    const lines = followed
      ? this.#followed(
          step,
          followed[2] ?? "",
          (followed[3] ?? "").match(/#[0-9a-f]+/g) ?? [],
          followed[1] ?? "",
          sha,
        )
      : this.#together(step, body, sha);
    if (typeof lines === "string") return lines;
    const missing = expected.lines.findIndex((line, at) => lines.get(expected.first + at) !== line);
    return missing < 0 ? undefined : `line ${expected.first + missing} of ${step.path} is not what it names`;
  }

  #checkEmpty(step: ReadStep, body: string, sha: string): string | undefined {
    const id = /^Unchanged since (#[0-9a-f]+), which is empty\.$/.exec(body)?.[1] ?? "";
    const shown = this.#shownRead(step, id);
    if (typeof shown === "string") return shown;
    return step.content === "" && shown.lines.size === 0 && shown.sha === sha
      ? undefined
      : `${id} does not show an empty file`;
  }

  /** The lines that the named reads show together. */
  #together(step: ReadStep, body: string, sha: string): LinesByNumber | string {
    const claim = /^Unchanged since (.+), which already shows? lines (\d+)-(\d+)\.$/.exec(body);
    if (!claim) return `it cannot be read: ${body}`;
    const lines: LinesByNumber = new Map();
    for (const id of claim[1]?.match(/#[0-9a-f]+/g) ?? []) {
      const shown = this.#shownRead(step, id);
      if (typeof shown === "string") return shown;
      if (shown.sha !== sha) return `${id} shows another content`;
      for (const [number, line] of shown.lines) lines.set(number, line);
    }
    for (let number = Number(claim[2]); number <= Number(claim[3]); number += 1)
      if (!lines.has(number)) return `line ${number} is not shown by what it names`;
    return lines;
  }

  /** The lines of a read after the edits whose diffs the conversation shows. */
  #followed(
    step: ReadStep,
    read: string,
    edits: readonly string[],
    last: string,
    sha: string,
  ): LinesByNumber | string {
    const shown = this.#shownRead(step, read);
    if (typeof shown === "string") return shown;
    if (edits.at(-1) !== last) return `${last} is not the last edit that it names`;
    let lines = shown.lines;
    for (const id of edits) {
      const edit = this.#conversation.get(id);
      if (edit?.path === undefined || !samePath(edit.path, step.path))
        return `${id} is no edit of ${step.path} in the conversation`;
      const { head, body } = splitInsertion(edit.text, id, edit.path);
      const next = body === "No change." ? lines : followHunks(lines, body);
      if (!next) return `the diff of ${id} does not follow`;
      if (id === last && !head.includes(`sha ${sha}]`)) return `${id} leaves another content`;
      lines = next;
    }
    return lines;
  }

  #shownRead(step: ReadStep, id: string): { readonly sha: string; readonly lines: LinesByNumber } | string {
    const named = this.#conversation.get(id);
    if (!named) return `${id} is not in the conversation`;
    if (named.path === undefined || !samePath(named.path, step.path))
      return `${id} is no read of ${step.path}`;
    const { head, body } = splitInsertion(named.text, id, named.path);
    return readShown(`${head.slice(0, -1)}\n${body}`) ?? `${id} shows no lines`;
  }

  #checkRepeat(step: OutputStep, id: string): string | undefined {
    const named = this.#conversation.get(id);
    if (!named?.call) return `${id} is no search or listing in the conversation`;
    const { call } = named;
    if (/^\[#[0-9a-f]+\] Same result as /.test(named.text)) return `${id} shows no result`;
    if (call.tool !== step.tool || !sameJson(call.args ?? {}, step.args ?? {}))
      return `${id} is another call`;
    const same = call.given === step.given || plainWords(call.given) === plainWords(step.given);
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
