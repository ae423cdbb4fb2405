import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { commonTools } from "./common-tools.js";
import { type Format, Reader } from "./format.js";
import { resultText, toJsonText, toList, toText } from "./json.js";
import type { Recorded } from "./recorded.js";
import { type MessagesDocument, messagesDocument, RequestChains } from "./request-chains.js";
import { ToolCalls } from "./tool-calls.js";

const isMessage = (value: unknown): value is JsonObject =>
  isJsonObject(value) && (value["role"] === "user" || value["role"] === "assistant") && "content" in value;

const blocksOf = (message: JsonObject): JsonObject[] => toList(message["content"]).filter(isJsonObject);

/** What was said in a message: its texts and calls, without the results. */
const saidIn = (message: JsonObject): string => {
  const said = blocksOf(message).filter(({ type }) => type !== "tool_result");
  const texts = said.map((block) => (block["input"] ? toJsonText(block["input"]) : resultText(block)));
  return toText(message["content"]) ?? texts.join("\n");
};

/** The system prompt of a document. */
const systemOf = (request: JsonObject, conversation: string | undefined): Recorded[] => {
  const system = request["system"] ?? request["system_prompt"];
  return system === undefined
    ? []
    : [{ op: "message", role: "user", conversation, text: resultText(system) }];
};

/** Whose message it is: a conversation's of many, with its own calls, or the file's only one. */
interface Place {
  readonly conversation: string | undefined;
  readonly calls: ToolCalls;
}

class AnthropicReader extends Reader {
  readonly #chains = new RequestChains();
  #documents = 0;

  *read(value: unknown, where: string): Iterable<Recorded> {
    const document = messagesDocument(value, where);
    if (!document) yield* this.#one(value, { conversation: undefined, calls: this.setup.calls }, where);
    else if (document.messages.length === 0) yield* systemOf(document.request, undefined);
    else for (const each of this.#chains.add(document)) yield* this.#document(each);
  }

  override *end(): Iterable<Recorded> {
    for (const each of this.#chains.end()) yield* this.#document(each);
  }

  *#document({ messages, request, answer, where }: MessagesDocument): Iterable<Recorded> {
    this.#documents += 1;
    const conversation = `conversation ${this.#documents}`;
    const calls = new ToolCalls(this.setup.table, this.setup.problems);
    yield* systemOf(request, conversation);
    for (const [at, message] of messages.entries())
      yield* this.#one(message, { conversation, calls }, `${where}, message ${at + 1}`);
    calls.end();
    if (answer) yield { op: "message", role: "assistant", conversation, text: saidIn(answer) };
    yield { op: "end", conversation };
  }

  *#one(message: unknown, place: Place, where: string): Iterable<Recorded> {
    if (isMessage(message)) yield* this.#message(message, place, where);
    else this.setup.problems.add("message that has no role and content", where);
  }

  *#message(message: JsonObject, { conversation, calls }: Place, where: string): Iterable<Recorded> {
    const role = message["role"] === "assistant" ? "assistant" : "user";
    const blocks = blocksOf(message);
    for (const block of blocks)
      if (block["type"] === "tool_use") calls.add(block["id"], block["name"], block["input"], where);
    for (const { type, path, content } of blocks)
      if (type === "file" && typeof path === "string" && typeof content === "string")
        yield { op: "file", conversation, path, content };
    const text = saidIn(message);
    if (role === "assistant" || text !== "") yield { op: "message", role, conversation, text };
    for (const { type, tool_use_id: id, name, content: result, is_error: failed } of blocks)
      if (type === "tool_result")
        yield* calls.finish({ id, conversation, name, result, failed: failed === true }, where);
  }
}

/**
 * Messages as the Anthropic API has them, with `tool_use` and `tool_result` blocks: a document or a list for each
 * conversation, a log of requests, or one message a line.
 */
export const anthropic: Format = {
  name: "anthropic",
  title: "Anthropic messages",
  table: commonTools,
  hasLists: true,
  recognises: (value) => {
    const messages = messagesDocument(value)?.messages ?? [value];
    return (
      isMessage(messages[0]) &&
      messages.some(
        (message) =>
          isMessage(message) &&
          blocksOf(message).some(({ type }) => type === "tool_use" || type === "tool_result"),
      )
    );
  },
  reader: (setup) => new AnthropicReader(setup),
};
