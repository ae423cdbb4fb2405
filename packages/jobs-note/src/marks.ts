import { checkObject, describe } from "@lembas/arguments";
import { isBlank, wellFormed } from "@lembas/format";
import type { JobKind } from "./job-record.js";

const defaultMarks: Readonly<Record<JobKind, string>> = {
  command: "[A background job you started has finished:]",
  subagent: "[A subagent you started has finished:]",
  message: "[A message from a subagent you started:]",
  to_subagent: "[The main agent sent this while you were working — take it into account from here:]",
};

const kinds = Object.keys(defaultMarks).join(", ");

/** A host's own first lines, by kind; a kind without one keeps its default. Specification 4.2. */
export type Marks = { readonly [Kind in JobKind]?: string | undefined };

const isKind = (name: unknown): name is JobKind =>
  typeof name === "string" && Object.hasOwn(defaultMarks, name);

const checkMarks = (marks: Marks): void => {
  checkObject(marks, "marks", '{ command: "[Done:]" }');
  for (const [name, mark] of Object.entries(marks)) {
    if (!isKind(name)) throw new TypeError(`marks must be for ${kinds}; got ${describe(name)}`);
    const isLine = typeof mark === "string" && !isBlank(mark) && !/[\r\n]/.test(mark);
    if (mark !== undefined && !isLine) {
      throw new TypeError(`marks.${name} must be one line of text; got ${describe(mark)}`);
    }
  }
};

/**
 * The line that a note of this kind begins with. Specification 4.2.
 *
 * @throws {TypeError} the kind is unknown, `marks` is no object or names an unknown kind, or a mark is not one line of
 *   text
 * @example markFor("subagent", {}) // "[A subagent you started has finished:]"
 */
export const markFor = (kind: JobKind, marks: Marks): string => {
  if (!isKind(kind)) throw new TypeError(`kind must be one of ${kinds}; got ${describe(kind)}`);
  checkMarks(marks);
  return wellFormed(marks[kind] ?? defaultMarks[kind]);
};
