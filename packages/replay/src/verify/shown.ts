import { toObject, toText } from "../formats/json.js";
import type { EditStep, OutputStep, ReadStep } from "../step.js";
import type { TextForm } from "./expected-read.js";
import { plainWords } from "./plain-words.js";
import {
  type LinesByNumber,
  type Mark,
  readShownLines,
  type ShownLines,
  type WantedLine,
} from "./shown-lines.js";
import { splitInsertion } from "./split-insertion.js";
import { fileLines, outputLines } from "./wanted-lines.js";

/** A step whose result a later text may name. */
export type NamedStep = ReadStep | EditStep | OutputStep;

/** How the text of an output begins that is the same again. */
export const sameResult = /^\[#[0-9a-f]+\] Same result as (#[0-9a-f]+)\.$/;

/** What a row of a text must be like to be a mark. */
const likeMark = /^\[(?:lines \d+-\d+|\d+ lines) (?:same )?as /m;

/** The lines of a read, from the first on that its text shows. */
const readLines = (step: ReadStep, text: string, isNumbered: boolean): readonly WantedLine[] => {
  const { head } = splitInsertion(text, step.id, step.path);
  const span = /lines (\d+)-(\d+) of \d+(?: sha [0-9a-f]{8})?\]\n$/.exec(head);
  return span ? fileLines(step.content, isNumbered, Number(span[1]), Number(span[2])) : [];
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

  /** The lines that stand in it whole, by number; of a change, those that its call may have. */
  get lines(): LinesByNumber {
    return this.#lines().printed;
  }

  /** The lines of a text argument of its call. */
  argumentLines(name: string): LinesByNumber {
    const value = toText(toObject(this.step.args)[name]);
    return new Map(fileLines(value ?? "", false).map(({ number = 0, text }) => [number, text]));
  }

  /** Whether lines of it that may say that something went wrong must be shown. */
  get hasAlerts(): boolean {
    return this.#form.hasAlerts !== false;
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
    if (step.op === "edit") return { printed: this.#writtenLines(step), marks: [], isNumbered: true };
    const rows = this.parts.body.split("\n");
    if (step.op === "output") {
      if (sameResult.test(this.text)) return { printed: new Map(), marks: [], isNumbered: false };
      const { lines, isNumbered } = outputLines(plainWords(step.text), this.#form.numberingOf(step.text));
      return { ...readShownLines(rows, lines), isNumbered };
    }
    const { isNumbered } = this.#form;
    const forms = isNumbered === undefined ? [true, false] : [isNumbered];
    const [shown, other] = forms.map((form) => readShownLines(rows, readLines(step, this.text, form)));
    const isOther =
      other !== undefined &&
      (other.wrong ?? Number.POSITIVE_INFINITY) > (shown?.wrong ?? Number.POSITIVE_INFINITY);
    return { ...((isOther ? other : shown) ?? { printed: new Map(), marks: [] }), isNumbered: true };
  }

  /** Whether lines stand one after the other in what is named: of an edit, in one of the texts that its call has. */
  holds(run: readonly WantedLine[]): boolean {
    const { step } = this;
    if (step.op !== "edit" || step.isInCall) return true;
    const rows = `\n${run.map(({ text }) => text).join("\n")}\n`;
    return (step.callTexts ?? []).some((text) => `\n${text.replace(/\n$/, "")}\n`.includes(rows));
  }

  /** The lines of a file that the call of a change may show, where that counts: all that it has after it. */
  #writtenLines({ isInCall, callTexts, before, after }: EditStep): LinesByNumber {
    const isEdit = callTexts !== undefined && before !== null && before !== after;
    if (!(isInCall || isEdit) || after === null || !this.#form.hasWrites) return new Map();
    return new Map(fileLines(after, false).map(({ number = 0, text }) => [number, text]));
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
