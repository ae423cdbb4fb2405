import { isJsonObject } from "@lembas/arguments";
import type { AnthropicMessage, MessageComposer } from "@lembas/messages";
import type { OpencodeMessage } from "./opencode.js";
import { readToolPart, type ToolPart } from "./tool-part.js";

/** Whether opencode sends the calls of a message: not of one that failed, but where it was only broken off. */
const isSent = (message: unknown): message is OpencodeMessage => {
  if (!isJsonObject(message) || !Array.isArray(message["parts"])) return false;
  const { info } = message;
  if (!isJsonObject(info) || info["role"] !== "assistant") return false;
  const { error } = info;
  return (
    error === undefined || error === null || (isJsonObject(error) && error["name"] === "MessageAbortedError")
  );
};

/** A call with its result, and where it stands. */
interface PlacedPart extends ToolPart {
  readonly parts: object[];
  readonly at: number;
}

const readParts = (messages: readonly OpencodeMessage[]): readonly PlacedPart[] =>
  messages.filter(isSent).flatMap(({ parts }) =>
    parts.flatMap((part, at) => {
      const read = readToolPart(part);
      return read ? [{ ...read, parts, at }] : [];
    }),
  );

const toAnthropic = ({ callId, tool, input, text }: PlacedPart): readonly AnthropicMessage[] => [
  { role: "assistant", content: [{ type: "tool_use", id: callId, name: tool, input }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content: text }] },
];

/** The text of a result that {@link toAnthropic} made. */
const textOf = (message: AnthropicMessage | undefined): string | undefined => {
  const [block] = typeof message?.content === "object" ? message.content : [];
  return block !== undefined && "content" in block && typeof block.content === "string"
    ? block.content
    : undefined;
};

/**
 * Composes the tool results of the messages of a request, in place: each part with another text is another object.
 *
 * @param messages opencode's messages, all that the request has
 */
export const composeMessages = (messages: readonly OpencodeMessage[], composer: MessageComposer): void => {
  const read = readParts(messages);
  const given = read.flatMap(toAnthropic);
  const composed = composer.composeAnthropic(given);
  for (const [index, { parts, at, withText }] of read.entries()) {
    const place = 2 * index + 1;
    const text = composed[place] === given[place] ? undefined : textOf(composed[place]);
    if (text !== undefined) parts[at] = withText(text);
  }
};
