import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { commonTools } from "./common-tools.js";
import { type Format, Reader } from "./format.js";
import { resultText, toJsonText, toList, toObject, toText } from "./json.js";
import type { Recorded } from "./recorded.js";

const isMessage = (value: unknown): value is JsonObject =>
  isJsonObject(value) && (value["role"] === "user" || value["role"] === "assistant") && "content" in value;

/** The messages of a document, of a list, or the one of a line. */
const messagesOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return isMessage(value) ? [value] : toList(toObject(value)["messages"]);
};

const blocksOf = (message: JsonObject): JsonObject[] => toList(message["content"]).filter(isJsonObject);

class AnthropicReader extends Reader {
  *read(value: unknown, where: string): Iterable<Recorded> {
    const document = toObject(value);
    const system = document["system"] ?? document["system_prompt"];
    if (system !== undefined) yield { op: "message", role: "user", text: resultText(system) };
    const messages = messagesOf(value);
    for (const [at, message] of messages.entries()) {
      const place = messages.length > 1 ? `${where}, message ${at + 1}` : where;
      if (isMessage(message)) yield* this.#message(message, place);
      else this.setup.problems.add("message that has no role and content", place);
    }
  }

  *#message(message: JsonObject, where: string): Iterable<Recorded> {
    const role = message["role"] === "assistant" ? "assistant" : "user";
    const blocks = blocksOf(message);
    for (const block of blocks)
      if (block["type"] === "tool_use")
        this.setup.calls.add(block["id"], block["name"], block["input"], where);
    for (const { type, path, content } of blocks)
      if (type === "file" && typeof path === "string" && typeof content === "string")
        yield { op: "file", path, content };
    const said = blocks.filter(({ type }) => type !== "tool_result");
    const texts = said.map((block) => (block["input"] ? toJsonText(block["input"]) : resultText(block)));
    const text = toText(message["content"]) ?? texts.join("\n");
    if (role === "assistant" || text !== "") yield { op: "message", role, text };
    for (const block of blocks) if (block["type"] === "tool_result") yield* this.#result(block, where);
  }

  *#result(block: JsonObject, where: string): Iterable<Recorded> {
    const { tool_use_id: id, name, content: result, is_error: failed } = block;
    yield* this.setup.calls.finish({ id, name, result, failed: failed === true }, where);
  }
}

/** Messages as the Anthropic API has them, with `tool_use` and `tool_result` blocks: one document, or one a line. */
export const anthropic: Format = {
  name: "anthropic",
  title: "Anthropic messages",
  table: commonTools,
  hasLists: true,
  recognises: (value) => {
    const messages = messagesOf(value);
    return (
      messages.length > 0 &&
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
