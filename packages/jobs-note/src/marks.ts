import { isBlank, wellFormed } from "@lembas/format";
import type { JobKind } from "./job-record.js";

const defaultMarks: Readonly<Record<JobKind, string>> = {
  command: "[A background job you started has finished:]",
  subagent: "[A subagent you started has finished:]",
  message: "[A message from a subagent you started:]",
  to_subagent: "[The main agent sent this while you were working — take it into account from here:]",
};

/** A host's own first lines, by kind; a kind without one keeps its default. Specification 4.2. */
export type Marks = { readonly [Kind in JobKind]?: string | undefined };

/**
 * The line that a note of this kind begins with. Specification 4.2.
 *
 * @throws {TypeError} the kind is unknown, `marks` is no object or names an unknown kind, or the host's mark for the
 *   kind is not one line of text
 * @example markFor("subagent", {}) // "[A subagent you started has finished:]"
 */
export const markFor = (kind: JobKind, marks: Marks): string => {
  const kinds = Object.keys(defaultMarks).join(", ");
  if (typeof kind !== "string" || !Object.hasOwn(defaultMarks, kind)) {
    const given = typeof kind === "string" ? JSON.stringify(kind) : kind === null ? "null" : typeof kind;
    throw new TypeError(`A job record's kind is one of ${kinds}, not ${given}.`);
  }
  if (typeof marks !== "object" || marks === null) {
    throw new TypeError(`marks must be an object like { command: "[Done:]" }, not ${String(marks)}.`);
  }
  const unknown = Object.keys(marks).find((name) => !Object.hasOwn(defaultMarks, name));
  if (unknown !== undefined) {
    throw new TypeError(`There is a mark for each of ${kinds}, none for ${JSON.stringify(unknown)}.`);
  }
  const mark = marks[kind] ?? defaultMarks[kind];
  if (typeof mark !== "string" || isBlank(mark) || /[\r\n]/.test(mark)) {
    throw new TypeError(`The mark for ${kind} must be one line of text, not ${JSON.stringify(mark)}.`);
  }
  return wellFormed(mark);
};
