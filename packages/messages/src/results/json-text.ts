import { isJsonObject } from "@lembas/arguments";
import { fieldsOf, skipSpace } from "../json/spans.js";

/** A text that is a JSON object with a text field `output`: that text, and what stands before and behind it. */
export interface Envelope {
  readonly before: string;
  readonly output: string;
  readonly after: string;
}

const FIRST = /[^\t\n\r ]/;
const SCALAR = /^[\t\n\r ]*(?:true|false|null|-?[0-9][0-9.eE+-]*)[\t\n\r ]*$/;
const PAIRS: Readonly<Record<string, string>> = { "{": "}", "[": "]", '"': '"' };

/** The last character that is no white space of JSON. */
const lastOf = (text: string): string | undefined => {
  let end = text.length - 1;
  while (end >= 0 && " \t\n\r".includes(text[end] ?? "")) end--;
  return text[end];
};

/** Whether a text begins and ends as a JSON value does: parsing what is none takes far longer. */
const mayBeJson = (text: string): boolean => {
  const [first = ""] = FIRST.exec(text) ?? [];
  const last = PAIRS[first];
  return last === undefined ? /[-0-9tfn]/.test(first) && SCALAR.test(text) : lastOf(text) === last;
};

const parse = (text: string): { readonly value: unknown } | undefined => {
  if (!mayBeJson(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** Whether a text is a JSON value as a whole. */
export const isJson = (text: string): boolean => parse(text) !== undefined;

/**
 * The text field `output` of a text that is a JSON object. There is none where the field stands twice, or is written
 * otherwise than its text would be written again.
 */
export const openEnvelope = (text: string): Envelope | undefined => {
  if (!text.includes('"output"')) return undefined;
  const value = parse(text)?.value;
  if (!isJsonObject(value) || typeof value["output"] !== "string") return undefined;
  const [field, ...others] = fieldsOf(text, skipSpace(text, 0)).filter(({ name }) => name === "output");
  if (field === undefined || others.length > 0) return undefined;
  const { output } = value;
  if (text.slice(field.start, field.end) !== JSON.stringify(output)) return undefined;
  return { before: text.slice(0, field.start), output, after: text.slice(field.end) };
};

/** The object with another text in its field. */
export const closeEnvelope = ({ before, after }: Envelope, output: string): string =>
  before + JSON.stringify(output) + after;
