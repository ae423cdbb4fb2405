import { isJsonObject } from "@lembas/arguments";
import type { Composer } from "../compose/composer.js";
import type { Form } from "../forms/form.js";
import { fieldsOf, itemsOf, type Span, skipSpace } from "../json/spans.js";
import type { SkipReason } from "../report.js";
import type { Endpoint } from "./endpoints.js";
import { AmbiguousJsonError, findSplices, type Splice, splice } from "./splice-json.js";

/** A body with its results composed: the same text where nothing changes; or why it is left as it is. */
export type ComposedBody =
  | { readonly text: string }
  | { readonly skipped: Extract<SkipReason, "server-state" | "unreadable-body">; readonly error?: unknown };

/**
 * Where each message stands in the text of a body.
 *
 * @throws {AmbiguousJsonError} the messages stand twice in it: of which ones the provider takes nothing is known
 */
const spansOf = (text: string, field: string, messages: readonly unknown[]): Map<unknown, Span> => {
  const [list, ...others] = fieldsOf(text, skipSpace(text, 0)).filter(({ name }) => name === field);
  if (list === undefined || others.length > 0)
    throw new AmbiguousJsonError(`${field} stands twice in a body`);
  const spans = itemsOf(text, list.start);
  return new Map(messages.flatMap((message, index) => (spans[index] ? [[message, spans[index]]] : [])));
};

/**
 * Composes the body of a request to an endpoint. No text makes it throw: where a message cannot be changed in its place
 * alone, since a name stands twice in it, it and all behind it stay as they are, and where the messages do, all of it.
 */
export const composeBody = (
  composer: Composer,
  { form, field, hasServerState }: Endpoint,
  text: string,
): ComposedBody => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return { skipped: "unreadable-body", error };
  }
  if (!isJsonObject(body)) return { skipped: "unreadable-body" };
  if (hasServerState(body)) return { skipped: "server-state" };
  const messages = body[field];
  // A prompt of the Responses API may be a text: there is nothing to compose.
  if (!Array.isArray(messages)) return { text };
  const splices: Splice[] = [];
  let spans: ReadonlyMap<unknown, Span>;
  try {
    spans = spansOf(text, field, messages);
  } catch (error) {
    return { skipped: "unreadable-body", error };
  }
  const inPlace: Form = {
    read: form.read,
    write: (message, changes) => {
      const written = form.write(message, changes);
      const span = spans.get(message);
      if (span !== undefined) splices.push(...findSplices(text, message, written, span));
      return written;
    },
  };
  composer.compose(inPlace, messages);
  return { text: splice(text, splices) };
};
