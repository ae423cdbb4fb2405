import { isJsonObject } from "@lembas/arguments";
import { fieldsOf, itemsOf, type Span } from "../json/spans.js";

/** A JSON text that cannot be changed in one place alone: in an object on the way there a name stands twice. */
export class AmbiguousJsonError extends Error {
  override readonly name = "AmbiguousJsonError";
}

/** A stretch of a text, and what takes its place. */
export interface Splice extends Span {
  readonly written: string;
}

/**
 * What changes in a JSON text whose value in a span becomes another, of which every part that is the same object as
 * before, or the same scalar, keeps its bytes. Objects must have the same fields.
 *
 * @param text JSON, as `JSON.parse` takes it
 * @param before the value of the text in the span
 * @throws {AmbiguousJsonError} a name stands twice in an object that changes
 */
export const findSplices = (text: string, before: unknown, after: unknown, span: Span): Splice[] => {
  const splices: Splice[] = [];
  collect(text, before, after, span, splices);
  return splices;
};

/** A text with other stretches, which are given in their order. */
export const splice = (text: string, splices: readonly Splice[]): string => {
  let written = "";
  let from = 0;
  for (const change of splices) {
    written += text.slice(from, change.start) + change.written;
    from = change.end;
  }
  return written + text.slice(from);
};

const collect = (text: string, before: unknown, after: unknown, span: Span, changes: Splice[]): void => {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) collectItems(text, before, after, span, changes);
  else if (isJsonObject(before) && isJsonObject(after)) {
    const fields = fieldsOf(text, span.start);
    if (new Set(fields.map(({ name }) => name)).size < fields.length) {
      throw new AmbiguousJsonError("a name stands twice in an object");
    }
    for (const field of fields) collect(text, before[field.name], after[field.name], field, changes);
  } else changes.push({ start: span.start, end: span.end, written: JSON.stringify(after) });
};

const collectItems = (
  text: string,
  before: readonly unknown[],
  after: readonly unknown[],
  span: Span,
  changes: Splice[],
): void => {
  const items = itemsOf(text, span.start);
  if (before.length === after.length) {
    for (const [index, item] of items.entries()) collect(text, before[index], after[index], item, changes);
    return;
  }
  const last = items.at(-1);
  const [first] = items;
  if (first === undefined || last === undefined) return;
  const written = after.map((value) => {
    const item = items[before.indexOf(value)];
    return item ? text.slice(item.start, item.end) : JSON.stringify(value);
  });
  changes.push({ start: first.start, end: last.end, written: written.join(",") });
};
