import type { EditStep, OutputStep, ReadStep } from "../step.js";
import type { TextForm } from "./expected-read.js";
import { plainWords } from "./plain-words.js";
import { type LinesByNumber, type Mark, readShownLines, type ShownLines } from "./shown-lines.js";
import { splitInsertion } from "./split-insertion.js";
import { fileLines, outputLines, type WantedLines } from "./wanted-lines.js";

/** A step whose result a later text may name. */
export type NamedStep = ReadStep | EditStep | OutputStep;

/** How the text of an output begins that is the same again. */
export const sameResult = /^\[#[0-9a-f]+\] Same result as (#[0-9a-f]+)\.$/;

/** What a row of a text must be like to be a mark. */
const likeMark = /^\[(?:lines \d+-\d+|\d+ lines) (?:same )?as /m;

/** The lines that a result has, from the first on that its text shows. */
const wantedLines = (step: NamedStep, text: string, { isNumbered }: TextForm): WantedLines => {
  const none = { lines: [], isNumbered };
  if (step.op === "output")
    return sameResult.test(text) ? none : outputLines(plainWords(step.text), step.numbered);
  if (step.op === "edit") return none;
  const { head } = splitInsertion(text, step.id, step.path);
  const span = /lines (\d+)-(\d+) of \d+(?: sha [0-9a-f]{8})?\]\n$/.exec(head);
  if (!span) return none;
  const lines = fileLines(step.content, isNumbered).slice(Number(span[1]) - 1, Number(span[2]));
  return { lines, isNumbered: true };
};

/** A result in the conversation: its text, read only where something depends on what it shows. */
export class Shown {
  readonly step: NamedStep;
  readonly text: string;
  readonly #form: TextForm;
  #read: (ShownLines & { readonly isNumbered: boolean }) | undefined;

  constructor(step: NamedStep, text: string, form: TextForm) {
    this.step = step;
    this.text = text;
    this.#form = form;
  }

  /** Of a read or a change: its file. */
  get path(): string | undefined {
    return this.step.op === "output" ? undefined : this.step.path;
  }

  /** Whose conversation it stands in. */
  get audience(): string | undefined {
    return this.step.audience;
  }

  /** The text in its parts. */
  get parts(): { readonly head: string; readonly body: string } {
    return splitInsertion(this.text, this.step.id, this.path);
  }

  /** The lines that stand in it whole, by number; of a write, those that its call has. */
  get lines(): LinesByNumber {
    return this.#lines().printed;
  }

  /** The rows of it that name other results. */
  get marks(): readonly Mark[] {
    return likeMark.test(this.text) ? this.#lines().marks : [];
  }

  /** The line, from 1, from which on its text is not what the result has. */
  get wrong(): number | undefined {
    return this.#lines().wrong;
  }

  /** Whether its lines have numbers of their own: those of a file, or those that a tool printed. */
  get isNumbered(): boolean {
    return this.#lines().isNumbered;
  }

  #lines(): ShownLines & { readonly isNumbered: boolean } {
    this.#read ??= this.#readLines();
    return this.#read;
  }

  #readLines(): ShownLines & { readonly isNumbered: boolean } {
    const { step } = this;
    if (step.op === "edit" && step.isInCall && step.after !== null && this.#form.hasWrites) {
      const printed = new Map(fileLines(step.after, false).map(({ number = 0, text }) => [number, text]));
      return { printed, marks: [], isNumbered: true };
    }
    const { lines, isNumbered } = wantedLines(step, this.text, this.#form);
    return { ...readShownLines(this.parts.body.split("\n"), lines), isNumbered };
  }
}

/** Why a text may not name a result of another audience. */
export const shownToAnother = (id: string): string => `${id} was shown to another agent`;

/** Whether two paths name the same file: `.` and empty segments do not count. */
export const samePath = (one: string, other: string): boolean => {
  const segments = (path: string): string =>
    (path.startsWith("/") ? "/" : "") +
    path
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .join("/");
  return segments(one) === segments(other);
};
