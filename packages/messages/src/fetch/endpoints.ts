import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { anthropic } from "../forms/anthropic.js";
import { chat } from "../forms/chat.js";
import type { Form } from "../forms/form.js";
import { responses } from "../forms/responses.js";

/** An address that conversations are sent to. */
export interface Endpoint {
  /** How its path ends. */
  readonly path: string;
  readonly form: Form;
  /** The field of the body that has the messages. */
  readonly field: string;
  /** Whether the server has a part of the conversation, or changes what the model sees of it. */
  readonly hasServerState: (body: JsonObject) => boolean;
}

/** Whether a field says something: absent and null do not. */
const says = (value: unknown): boolean => value !== undefined && value !== null;

/** Edits of a request's context that take tool results, or all that stands above, away from what the model sees. */
const clearsResults = (edit: unknown): boolean =>
  !isJsonObject(edit) || typeof edit["type"] !== "string" || !edit["type"].startsWith("clear_thinking_");

const hasAnthropicState = ({ thread, context_management: management }: JsonObject): boolean => {
  if (says(thread) && thread !== false) return true;
  if (!says(management)) return false;
  const edits = isJsonObject(management) ? (management["edits"] ?? []) : management;
  return !Array.isArray(edits) || edits.some(clearsResults);
};

const hasResponsesState = (body: JsonObject): boolean =>
  says(body["previous_response_id"]) ||
  says(body["conversation"]) ||
  body["truncation"] === "auto" ||
  says(body["context_management"]);

/** The addresses whose bodies are composed. */
const ENDPOINTS: readonly Endpoint[] = [
  { path: "/messages", form: anthropic, field: "messages", hasServerState: hasAnthropicState },
  { path: "/messages/count_tokens", form: anthropic, field: "messages", hasServerState: hasAnthropicState },
  { path: "/chat/completions", form: chat, field: "messages", hasServerState: () => false },
  { path: "/responses", form: responses, field: "input", hasServerState: hasResponsesState },
];

/** The endpoint that an address is of, by the end of its path. */
export const endpointOf = (address: string): Endpoint | undefined => {
  const [path = ""] = address.split(/[?#]/, 1);
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  return ENDPOINTS.find((endpoint) => trimmed.endsWith(endpoint.path));
};
