/** A call of a tool, as pi's messages have it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export const text = (...texts: readonly string[]): readonly Block[] =>
  texts.map((text) => ({ type: "text", text }));

export const image: Block = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };

export const user = (prompt: string) => ({ role: "user", content: text(prompt), timestamp: 1 });

export const assistant = (calls: readonly ToolCall[], stopReason = "toolUse") => ({
  role: "assistant",
  content: [
    { type: "thinking", thinking: "Let me see.", thinkingSignature: "sig" },
    ...calls.map((call) => ({ type: "toolCall", ...call })),
  ],
  api: "anthropic-messages",
  provider: "anthropic",
  model: "claude-opus-5-5",
  stopReason,
  timestamp: 1,
});

export const toolResult = ({ id, name }: ToolCall, content: readonly Block[], isError = false) => ({
  role: "toolResult",
  toolCallId: id,
  toolName: name,
  content,
  details: { of: id },
  isError,
  timestamp: 1,
});

export const read = (id: string, offset?: number, limit?: number): ToolCall => ({
  id,
  name: "read",
  arguments: { path: "src/app.ts", ...(offset && { offset }), ...(limit && { limit }) },
});

export const bash = (id: string, command: string): ToolCall => ({ id, name: "bash", arguments: { command } });

/** Lines of a file. */
export const source = (count: number, from = 1): readonly string[] =>
  Array.from(
    { length: count },
    (_, index) => `const value${from + index} = compute(${from + index}); // line ${from + index}`,
  );
