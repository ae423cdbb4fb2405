/** A message of pi's conversation, as far as the extension looks at it. */
export interface PiMessage {
  readonly role: string;
}

/** What the extension uses of pi's `ExtensionAPI`. */
export interface PiApi {
  /** Before a run: each of `sections` becomes a section of the system prompt. */
  on(
    event: "before_agent_start",
    handler: (event: {
      readonly systemPromptOptions?: { readonly sections?: Record<string, string> };
    }) => undefined,
  ): unknown;
  /** Before each request: the messages that are given back are sent in the place of these, and kept nowhere. */
  on<Message extends PiMessage>(
    event: "context_with_system",
    handler: (event: { readonly messages: Message[] }) => { messages: Message[] } | undefined,
  ): unknown;
}
