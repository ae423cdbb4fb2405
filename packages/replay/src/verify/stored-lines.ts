import type { ReadStep, ResultingStep } from "../step.js";
import { expectedRead, type TextForm } from "./expected-read.js";
import { plainWords } from "./plain-words.js";
import { withoutFinal } from "./wanted-lines.js";

/** Whether lines are a diff of these two texts: what it takes away and keeps is in one, what it adds and keeps in the other. */
const isDiffOf = (rows: readonly string[], before: string, after: string): boolean => {
  const inOrder = (wanted: readonly string[], text: string): boolean => {
    const lines = text.split("\n");
    let at = 0;
    return wanted.every((line) => {
      at = lines.indexOf(line, at) + 1;
      return at > 0;
    });
  };
  const side = (other: string): string[] =>
    rows.filter((row) => row[0] === " " || row[0] === other).map((row) => row.slice(1));
  return inOrder(side("-"), before) && inOrder(side("+"), after);
};

/**
 * Whether lines of a recall, from line `first` on, are those that the result it names stored. A diff is checked
 * against the two texts that it is between.
 */
export const isStored = (
  step: ResultingStep,
  first: number,
  lines: readonly string[],
  form: TextForm,
): boolean => {
  if (step.op === "edit" && !(step.isInCall && form.hasWrites)) {
    if (step.before !== null && step.after !== null)
      return isDiffOf(lines, step.before, step.after) || lines[0] === "No change.";
    const created = `Created, ${countOf(withoutFinal(step.after ?? "").length)}.`;
    return lines.join("\n") === (step.after === null ? "Deleted." : created);
  }
  const stored = storedLines(step, form);
  const expected = stored.slice(first - 1, first - 1 + lines.length);
  return expected.length === lines.length && expected.every((line, at) => line === lines[at]);
};

const storedLines = (step: ResultingStep, form: TextForm): string[] => {
  if (step.op === "output") return withoutFinal(plainWords(step.text));
  if (step.op === "edit") return withoutFinal(step.after ?? "");
  return step.op === "read" ? readLines(step, form) : [];
};

const readLines = (step: ReadStep, form: TextForm): string[] => {
  const { first, lines, total } = expectedRead(step, form);
  if (total === 0) return ["(empty file)"];
  if (first > total) return [`Offset ${first} is past the end: ${countOf(total)}.`];
  return form.isNumbered !== false ? lines.map((line, at) => `${first + at}: ${line}`) : [...lines];
};

const countOf = (lines: number): string => `${lines} ${lines === 1 ? "line" : "lines"}`;
