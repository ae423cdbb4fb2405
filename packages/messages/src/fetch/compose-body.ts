import type { Composer } from "../compose/composer.js";
import { isRecord } from "../forms/record.js";
import { skipSpace } from "../json/spans.js";
import type { SkipReason } from "../report.js";
import type { Endpoint } from "./endpoints.js";
import { spliceJson } from "./splice-json.js";

/** A body with its results composed: the same text where nothing changes; or why it is left as it is. */
export type ComposedBody =
  | { readonly text: string }
  | { readonly skipped: Extract<SkipReason, "server-state" | "unreadable-body">; readonly error?: unknown };

/** Composes the body of a request to an endpoint. No text makes it throw. */
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
  if (!isRecord(body)) return { skipped: "unreadable-body" };
  if (hasServerState(body)) return { skipped: "server-state" };
  const messages = body[field];
  // A prompt of the Responses API may be a text: there is nothing to compose.
  if (!Array.isArray(messages)) return { text };
  const composed = composer.compose(form, messages);
  if (composed === messages) return { text };
  try {
    return { text: spliceJson(text, body, { ...body, [field]: composed }, skipSpace(text, 0)) };
  } catch (error) {
    return { skipped: "unreadable-body", error };
  }
};
