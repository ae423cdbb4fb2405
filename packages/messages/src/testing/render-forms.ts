import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { Content, Step } from "./conversations.js";

/** A way to write a conversation, and to read the texts of its results again, in order. */
export interface RenderedForm {
  readonly name: string;
  readonly write: (steps: readonly Step[]) => object[];
  /** The texts of each result. */
  readonly texts: (messages: readonly object[]) => string[][];
}

const isText = (content: Content | undefined): content is string => typeof content === "string";

/** A single text stands as a string, others as a list of blocks. */
const asContent = <Block>(
  content: readonly Content[],
  text: (text: string) => Block,
  image: (data: string) => Block,
): string | Block[] => {
  const [first] = content;
  if (content.length === 1 && isText(first)) return first;
  return content.map((piece) => (isText(piece) ? text(piece) : image(piece.image)));
};

/** Whatever a content is: its texts. */
const textsIn = (content: unknown): string[] => {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: { text?: unknown }) => (typeof block.text === "string" ? [block.text] : []));
};

type Loose = Readonly<Record<string, unknown>>;
const loose = (messages: readonly object[]): readonly Loose[] => messages.map((message) => ({ ...message }));

const anthropic: RenderedForm = {
  name: "anthropic",
  write: (steps) => [
    { role: "user", content: "Do it." },
    ...steps.flatMap(({ callId, tool, args, content, isError }) => [
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "So.", signature: "c2ln" },
          { type: "tool_use", id: callId, name: tool, input: args },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: callId,
            content: asContent<object>(
              content,
              (text) => ({ type: "text", text, cache_control: { type: "ephemeral" } }),
              (data) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } }),
            ),
            ...(isError && { is_error: true }),
          },
          { type: "text", text: "Go on." },
        ],
      },
    ]),
  ],
  texts: (messages) =>
    loose(messages).flatMap(({ content }) =>
      Array.isArray(content)
        ? content.flatMap((block: Loose) =>
            block["type"] === "tool_result" ? [textsIn(block["content"])] : [],
          )
        : [],
    ),
};

const chat: RenderedForm = {
  name: "chat",
  write: (steps) => [
    { role: "system", content: "You are an agent." },
    ...steps.flatMap(({ callId, tool, args, content }) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: callId, type: "function", function: { name: tool, arguments: JSON.stringify(args) } },
        ],
      },
      {
        role: "tool",
        tool_call_id: callId,
        content: asContent<object>(
          content,
          (text) => ({ type: "text", text }),
          (data) => ({ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }),
        ),
      },
    ]),
  ],
  texts: (messages) =>
    loose(messages).flatMap(({ role, content }) => (role === "tool" ? [textsIn(content)] : [])),
};

const responses: RenderedForm = {
  name: "responses",
  write: (steps) => [
    { role: "user", content: "Do it." },
    ...steps.flatMap(({ callId, tool, args, content }) => [
      { type: "reasoning", id: `rs_${callId}`, summary: [], encrypted_content: "c2ln" },
      { type: "function_call", call_id: callId, name: tool, arguments: JSON.stringify(args) },
      {
        type: "function_call_output",
        call_id: callId,
        output: asContent<object>(
          content,
          (text) => ({ type: "input_text", text }),
          (data) => ({ type: "input_image", image_url: `data:image/png;base64,${data}`, detail: "auto" }),
        ),
      },
    ]),
  ],
  texts: (messages) =>
    loose(messages).flatMap(({ type, output }) => (type === "function_call_output" ? [textsIn(output)] : [])),
};

const modelMessages: RenderedForm = {
  name: "model messages",
  write: (steps) => [
    { role: "user", content: [{ type: "text", text: "Do it." }] },
    ...steps.flatMap(({ callId, tool, args, content, isError }) => {
      const value = asContent<object>(
        content,
        (text) => ({ type: "text", text }),
        (data) => ({ type: "image-data", data, mediaType: "image/png" }),
      );
      const textType = isError ? "error-text" : "text";
      const output = { type: typeof value === "string" ? textType : "content", value };
      return [
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: callId, toolName: tool, input: args }],
        },
        { role: "tool", content: [{ type: "tool-result", toolCallId: callId, toolName: tool, output }] },
      ];
    }),
  ],
  texts: (messages) =>
    loose(messages).flatMap(({ role, content }) =>
      role === "tool" && Array.isArray(content)
        ? content.map((part: { output: { value: unknown } }) => textsIn(part.output.value))
        : [],
    ),
};

const openaiAgents: RenderedForm = {
  name: "openai agents",
  write: (steps) => [
    { role: "user", content: "Do it." },
    ...steps.flatMap(({ callId, tool, args, content }) => [
      { type: "function_call", callId, name: tool, status: "completed", arguments: JSON.stringify(args) },
      {
        type: "function_call_result",
        callId,
        name: tool,
        status: "completed",
        output: asContent<object>(
          content,
          (text) => ({ type: "input_text", text }),
          (image) => ({ type: "input_image", image }),
        ),
      },
    ]),
  ],
  texts: (messages) =>
    loose(messages).flatMap(({ type, output }) => (type === "function_call_result" ? [textsIn(output)] : [])),
};

const langchain: RenderedForm = {
  name: "langchain",
  write: (steps) => [
    new HumanMessage("Do it."),
    ...steps.flatMap(({ callId, tool, args, content, isError }) => [
      new AIMessage({ content: "", tool_calls: [{ type: "tool_call", id: callId, name: tool, args }] }),
      new ToolMessage({
        tool_call_id: callId,
        name: tool,
        status: isError ? "error" : "success",
        artifact: { kept: true },
        content: asContent<{ type: string; text: string } | { type: string; data: string; mimeType: string }>(
          content,
          (text) => ({ type: "text", text }),
          (data) => ({ type: "image", data, mimeType: "image/png" }),
        ),
      }),
    ]),
  ],
  texts: (messages) =>
    messages.flatMap((message) => (ToolMessage.isInstance(message) ? [textsIn(message.content)] : [])),
};

/** Every form that is composed. */
export const renderedForms: readonly RenderedForm[] = [
  anthropic,
  chat,
  responses,
  modelMessages,
  openaiAgents,
  langchain,
];
