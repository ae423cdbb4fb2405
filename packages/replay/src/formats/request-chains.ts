import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { toJsonText, toList, toObject } from "./json.js";

/** Messages that were sent to a model, or a whole conversation, and what came back. */
export interface MessagesDocument {
  readonly messages: readonly unknown[];
  /** What the messages stand in: the document itself, or the request in it. */
  readonly request: JsonObject;
  /** The answer beside them: of the log of one request. */
  readonly answer?: JsonObject | undefined;
  readonly where: string;
}

/** The names under which logs have a request, and what came back. */
const REQUESTS = ["request", "request_body", "body", "input"];
const ANSWERS = ["response", "response_body", "output"];

/** The message of the model in an answer: of chat completions, or the answer itself. */
const messageIn = (answer: unknown): JsonObject | undefined => {
  const { choices, role } = toObject(answer);
  const [first] = toList(choices);
  const message = toObject(first)["message"];
  if (isJsonObject(message)) return message;
  return role === "assistant" ? toObject(answer) : undefined;
};

const answerIn = (value: JsonObject): JsonObject | undefined =>
  ANSWERS.map((name) => messageIn(value[name])).find((message) => message !== undefined);

/**
 * The messages of a value: a list of them, a document with `messages`, or a log of one request with what came back
 * (docs.litellm.ai/docs/proxy/logging_spec and others); `undefined` where the value has none.
 */
export const messagesDocument = (value: unknown, where = ""): MessagesDocument | undefined => {
  if (Array.isArray(value)) return { messages: value, request: {}, where };
  if (!isJsonObject(value)) return undefined;
  const answer = answerIn(value);
  for (const candidate of [value, ...REQUESTS.map((name) => value[name])]) {
    if (Array.isArray(candidate) && answer !== undefined)
      return { messages: candidate, request: {}, answer, where };
    const request = toObject(candidate);
    const { messages } = request;
    if (Array.isArray(messages)) return { messages, request, answer, where };
  }
  return undefined;
};

/** A block without the mark of the cache, which moves from request to request. */
const withoutMark = (block: unknown): unknown => {
  if (!isJsonObject(block) || !("cache_control" in block)) return block;
  const { cache_control: _, ...rest } = block;
  return rest;
};

/** What tells a message from another. */
const textOf = (message: unknown): string => {
  const { content } = toObject(message);
  return toJsonText(
    isJsonObject(message) && Array.isArray(content)
      ? { ...message, content: content.map(withoutMark) }
      : message,
  );
};

/** So many conversations may go on side by side: a document waits until so many others have come. */
const MOST_OPEN = 16;

/** A document that waits, with the texts of its messages as far as they were compared. */
class Open {
  readonly document: MessagesDocument;
  readonly #texts: string[] = [];

  constructor(document: MessagesDocument) {
    this.document = document;
  }

  /** Whether this one begins with all messages of another. */
  goesOnFrom(other: Open): boolean {
    const { length } = other.document.messages;
    if (length === 0 || length > this.document.messages.length) return false;
    for (let at = 0; at < length; at += 1) if (this.#text(at) !== other.#text(at)) return false;
    return true;
  }

  #text(at: number): string {
    this.#texts[at] ??= textOf(this.document.messages[at]);
    return this.#texts[at];
  }
}

/**
 * Reads the last one of a chain of documents. A log of requests has the same conversation in each of them, longer each
 * time: what begins with all messages of another goes on from it, and takes its place.
 *
 * @example
 * const chains = new RequestChains();
 * chains.add({ messages: [a], … }); // []
 * chains.add({ messages: [a, b, c], … }); // []
 * chains.end(); // [{ messages: [a, b, c], … }]
 */
export class RequestChains {
  #open: Open[] = [];

  /** Takes a document in; gives those that nothing is expected to go on from any more. */
  add(document: MessagesDocument): MessagesDocument[] {
    const added = new Open(document);
    const before = this.#open.find((open) => added.goesOnFrom(open));
    this.#open = [...this.#open.filter((open) => open !== before), added];
    return this.#open.splice(0, this.#open.length - MOST_OPEN).map((open) => open.document);
  }

  /** All that are left. */
  end(): MessagesDocument[] {
    return this.#open.splice(0).map((open) => open.document);
  }
}
