import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { commonTools } from "./common-tools.js";
import type { Format } from "./format.js";
import { resultText, toJsonText, toList, toText } from "./json.js";
import { type MessagePlace, MessagesReader } from "./messages-reader.js";
import type { Recorded } from "./recorded.js";
import { messagesDocument } from "./request-chains.js";

const isMessage = (value: unknown): value is JsonObject =>
  isJsonObject(value) && (value["role"] === "user" || value["role"] === "assistant") && "content" in value;

const blocksOf = (message: JsonObject): JsonObject[] => toList(message["content"]).filter(isJsonObject);

/** What was said in a message: its texts and calls, without the results. */
const saidIn = (message: JsonObject): string => {
  const said = blocksOf(message).filter(({ type }) => type !== "tool_result");
  const texts = said.map((block) => (block["input"] ? toJsonText(block["input"]) : resultText(block)));
  return toText(message["content"]) ?? texts.join("\n");
};

class AnthropicReader extends MessagesReader {
  override *read(value: unknown, where: string): Iterable<Recorded> {
    const { messages, request = {} } = messagesDocument(value) ?? {};
    // A document without messages has the prompt of those that follow, one a line.
    if (messages?.length === 0) yield* this.before(request, undefined);
    else yield* super.read(value, where);
  }

  protected override before(request: JsonObject, conversation: string | undefined): Recorded[] {
    const system = request["system"] ?? request["system_prompt"];
    return system === undefined
      ? []
      : [{ op: "message", role: "user", conversation, text: resultText(system) }];
  }

  protected override answerText(answer: JsonObject): string {
    return saidIn(answer);
  }

  protected override *message(
    message: unknown,
    { conversation, calls }: MessagePlace,
    where: string,
  ): Iterable<Recorded> {
    if (!isMessage(message)) {
      this.setup.problems.add("message that has no role and content", where);
      return;
    }
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
