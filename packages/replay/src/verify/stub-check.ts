import type { ReadStep } from "../step.js";
import type { ExpectedRead } from "./expected-read.js";
import { followHunks } from "./follow-hunks.js";
import { type Shown, samePath, shownToAnother } from "./shown.js";
import type { LinesByNumber } from "./shown-lines.js";
import type { InsertionParts } from "./split-insertion.js";

/** The digits of a content's hash in a head; short heads have none. */
const shaOf = (head: string): string | undefined => / sha ([0-9a-f]{8})\][\n ]$/.exec(head)?.[1];

/** One stub, checked against the texts that it names: their lines are put together, and compared with what the read shows. */
export class StubCheck {
  readonly #step: ReadStep;
  readonly #parts: InsertionParts;
  readonly #expected: ExpectedRead;
  readonly #conversation: ReadonlyMap<string, Shown>;
  /** The content that the stub says the file has. */
  readonly #sha: string | undefined;

  constructor(
    step: ReadStep,
    parts: InsertionParts,
    expected: ExpectedRead,
    conversation: ReadonlyMap<string, Shown>,
  ) {
    this.#step = step;
    this.#parts = parts;
    this.#expected = expected;
    this.#conversation = conversation;
    this.#sha = shaOf(parts.head);
  }

  /** What is false of it; `undefined` where nothing is. */
  problem(): string | undefined {
    const { head, body } = this.#parts;
    const expected = this.#expected;
    if (/ empty(?: sha [0-9a-f]{8})?\] $/.test(head)) return this.#checkEmpty(body);
    const sha = this.#sha === undefined ? "" : ` sha ${this.#sha}`;
    const span = `lines ${expected.first}-${expected.last} of ${expected.total}${sha}] `;
    if (!head.endsWith(span)) return `its head does not say "${span}"`;
    const followed = /^Unchanged since (#[0-9a-f]+): what (#[0-9a-f]+) shows, with the edits? (.+)\.$/.exec(
      body,
    );
    const lines = followed
      ? this.#followed(followed[2] ?? "", (followed[3] ?? "").match(/#[0-9a-f]+/g) ?? [], followed[1] ?? "")
      : this.#together(body);
    if (typeof lines === "string") return lines;
    const missing = expected.lines.findIndex((line, at) => lines.get(expected.first + at) !== line);
    return missing < 0
      ? undefined
      : `line ${expected.first + missing} of ${this.#step.path} is not what it names`;
  }

  #checkEmpty(body: string): string | undefined {
    const id = /^Unchanged since (#[0-9a-f]+), which is empty\.$/.exec(body)?.[1] ?? "";
    const shown = this.#shown(id);
    if (typeof shown === "string") return shown;
    return this.#step.content === "" && shown.parts.body === "(empty file)"
      ? undefined
      : `${id} does not show an empty file`;
  }

  /** The lines that the named reads show together. */
  #together(body: string): LinesByNumber | string {
    const claim = /^Unchanged since (.+), which already shows? lines (\d+)-(\d+)\.$/.exec(body);
    if (!claim) return `it cannot be read: ${body}`;
    const lines: LinesByNumber = new Map();
    for (const id of claim[1]?.match(/#[0-9a-f]+/g) ?? []) {
      const shown = this.#shownLines(id);
      if (typeof shown === "string") return shown;
      const sha = shaOf(shown.head);
      if (sha !== undefined && this.#sha !== undefined && sha !== this.#sha)
        return `${id} shows another content`;
      for (const [number, line] of shown.lines) lines.set(number, line);
    }
    for (let number = Number(claim[2]); number <= Number(claim[3]); number += 1)
      if (!lines.has(number)) return `line ${number} is not shown by what it names`;
    return lines;
  }

  /** The lines of a read after the edits whose diffs the conversation shows. */
  #followed(read: string, edits: readonly string[], last: string): LinesByNumber | string {
    const shown = this.#shownLines(read);
    if (typeof shown === "string") return shown;
    if (edits.at(-1) !== last) return `${last} is not the last edit that it names`;
    let { lines } = shown;
    for (const id of edits) {
      const edit = this.#conversation.get(id);
      if (edit?.path === undefined || !samePath(edit.path, this.#step.path))
        return `${id} is no edit of ${this.#step.path} in the conversation`;
      if (edit.audience !== this.#step.audience) return shownToAnother(id);
      const { head, body } = edit.parts;
      const next = body === "No change." ? lines : followHunks(lines, body);
      if (!next) return `the diff of ${id} does not follow`;
      if (id === last && this.#sha !== undefined && !head.includes(`sha ${this.#sha}]`))
        return `${id} leaves another content`;
      lines = next;
    }
    return lines;
  }

  #shownLines(id: string): { readonly head: string; readonly lines: LinesByNumber } | string {
    const shown = this.#shown(id);
    if (typeof shown === "string") return shown;
    return shown.lines.size > 0 ? { head: shown.parts.head, lines: shown.lines } : `${id} shows no lines`;
  }

  #shown(id: string): Shown | string {
    const named = this.#conversation.get(id);
    if (!named) return `${id} is not in the conversation`;
    if (named.audience !== this.#step.audience) return shownToAnother(id);
    if (named.path === undefined || !samePath(named.path, this.#step.path))
      return `${id} is no read of ${this.#step.path}`;
    return named;
  }
}
