import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { type Composed as ComposedMessages, composeAnthropic, guide } from "@lembas/messages";
import { objectsOf } from "../objects-of.js";
import type { Call, SentRequest, SentResult } from "../transcript/sent-request.js";
import type { Composed } from "./composed.js";

/** Whether a call's result is an output: of a command, or of a tool that an MCP server has. */
export const isOutput = ({ tool }: Call): boolean => tool === "Bash" || tool.startsWith("mcp__");

/** An output's content as it is sent, and the tool's answer with another one. */
interface Opened {
  readonly content: unknown;
  readonly close: (content: unknown) => unknown;
}

/** Fields of a command's answer with which the program sends another text than the output. */
const OTHERWISE = ["backgroundTaskId", "persistedOutputPath", "structuredContent"];

const openAnswer = (response: unknown): Opened | undefined => {
  if (Array.isArray(response)) {
    const isText = response.every((block) => isJsonObject(block) && typeof block["type"] === "string");
    return isText ? { content: response, close: (content) => content } : undefined;
  }
  if (!isJsonObject(response) || typeof response["stdout"] !== "string" || response["stdout"] === "")
    return undefined;
  if (response["isImage"] === true || response["interrupted"] === true) return undefined;
  if (OTHERWISE.some((name) => response[name] !== undefined)) return undefined;
  return { content: response["stdout"], close: (stdout) => ({ ...response, stdout }) };
};

const messagesOf = ({ id, tool, input }: Call, content: unknown): readonly AnthropicMessage[] => [
  { role: "assistant", content: [{ type: "tool_use", id, name: tool, input }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
];

interface AnthropicMessage {
  readonly role: string;
  readonly content: readonly JsonObject[];
}

/** The results that were composed when they came; what only begins like one stands without a head of its own. */
const composedBefore = (results: readonly SentResult[]): readonly AnthropicMessage[] => {
  const messages = results.flatMap(({ call, content }) => messagesOf(call, content));
  const again = composeAnthropic(messages);
  return messages.filter((_, index) => {
    const result = index - (index % 2) + 1;
    return messages[result] === again[result];
  });
};

/**
 * An output as it is to be shown: its terminal control is taken out and, where the request is known that the call came
 * from, a mark stands in the place of lines that outputs above show. `undefined` where the answer stays as it is.
 */
export const composeOutput = (
  call: Call,
  response: unknown,
  request: SentRequest | undefined,
): Composed | undefined => {
  const opened = openAnswer(response);
  if (opened === undefined) return undefined;
  let told: ComposedMessages | undefined;
  const results = request?.results ?? [];
  const before = request?.before;
  // Results that are not outputs, or cannot be named, stand between, too: a call asked again is one made at once.
  const between = before && before.id !== results.at(-1)?.call.id ? messagesOf(before, "") : [];
  const messages = [...composedBefore(results), ...between, ...messagesOf(call, opened.content)];
  const composed = composeAnthropic(messages, {
    knownLines: request !== undefined,
    onComposed: (all) => {
      told = all;
    },
  });
  const content = objectsOf(composed.at(-1)?.content)[0]?.["content"];
  const own = told?.results.at(-1);
  if (content === undefined || content === opened.content || own === undefined) return undefined;
  // What a mark is, is told with the first one.
  const isFirst = own.marks > 0 && told?.results.slice(0, -1).every(({ marks }) => marks === 0) === true;
  const note = isFirst ? guide() : undefined;
  return {
    output: opened.close(content),
    ...(note !== undefined && { note }),
    given: own.given,
    shown: own.shown + (note?.length ?? 0),
  };
};
