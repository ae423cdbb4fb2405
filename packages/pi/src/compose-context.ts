import { isJsonObject, type JsonObject } from "@lembas/arguments";
import type { AnthropicMessage, MessageComposer } from "@lembas/messages";
import type { PiMessage } from "./pi.js";

/** A message without calls and results. */
const OTHER: AnthropicMessage = { role: "user" };

/** The call's id as it is sent: behind `|` pi keeps another one, which OpenAI's Responses API has for the item. */
const sentId = (id: string): string => id.split("|", 1)[0] ?? id;

const readCall = (block: unknown): readonly object[] => {
  if (!isJsonObject(block) || block["type"] !== "toolCall") return [];
  const { id, name, arguments: input } = block;
  if (typeof id !== "string" || typeof name !== "string") return [];
  return [{ type: "tool_use", id: sentId(id), name, input }];
};

/** A result's text blocks, which pi sends joined by newlines; `undefined` where it has others, or none. */
const textBlocks = (content: unknown): readonly (JsonObject & { readonly text: string })[] | undefined => {
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const blocks: readonly unknown[] = content;
  const texts = blocks.flatMap((block) =>
    isJsonObject(block) && block["type"] === "text" && typeof block["text"] === "string"
      ? [{ ...block, text: block["text"] }]
      : [],
  );
  return texts.length === blocks.length ? texts : undefined;
};

/** The message in a form that `@lembas/messages` knows, with all of it that is sent and composed. */
const toAnthropic = (message: unknown): AnthropicMessage => {
  if (!isJsonObject(message)) return OTHER;
  const { role, content, toolCallId, stopReason } = message;
  if (role === "assistant" && Array.isArray(content)) {
    // pi does not send what was broken off.
    if (stopReason === "error" || stopReason === "aborted") return OTHER;
    return { role, content: content.flatMap(readCall) };
  }
  const blocks = role === "toolResult" && typeof toolCallId === "string" ? textBlocks(content) : undefined;
  if (blocks === undefined) return OTHER;
  const text = blocks.map((block) => block.text).join("\n");
  return {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: sentId(String(toolCallId)), content: text }],
  };
};

/** The text of a result that {@link toAnthropic} made. */
const textOf = ({ content }: AnthropicMessage): string | undefined => {
  const [block] = typeof content === "object" ? content : [];
  return block !== undefined && "content" in block && typeof block.content === "string"
    ? block.content
    : undefined;
};

/** The message with another text in its result. */
const withText = <Message extends PiMessage>(message: Message, text: string): Message => {
  const [first] = textBlocks("content" in message ? message.content : undefined) ?? [];
  return first === undefined ? message : { ...message, content: [{ ...first, text }] };
};

/**
 * The messages of a request with their tool results composed; the same array where nothing changes.
 *
 * @param messages pi's messages, all that the request has
 */
export const composeContext = <Message extends PiMessage>(
  messages: Message[],
  composer: MessageComposer,
): Message[] => {
  const read = messages.map(toAnthropic);
  const composed = composer.composeAnthropic(read);
  if (composed === read) return messages;
  return messages.map((message, index) => {
    const sent = composed[index];
    const text = sent === undefined || sent === read[index] ? undefined : textOf(sent);
    return text === undefined ? message : withText(message, text);
  });
};
