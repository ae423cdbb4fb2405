/** A message of opencode with its parts, as far as the plugin looks at them. */
export interface OpencodeMessage {
  readonly info: object;
  readonly parts: object[];
}

/** What the plugin does, as opencode calls it. */
export interface OpencodeHooks {
  /** Before each request, and before a summary is made: what is changed in the messages is sent, and kept nowhere. */
  readonly "experimental.chat.messages.transform"?: (
    input: object,
    output: { readonly messages: readonly OpencodeMessage[] },
  ) => Promise<void>;
  /** Before each request: the parts of the system prompt. */
  readonly "experimental.chat.system.transform"?: (
    input: { readonly sessionID?: string },
    output: { readonly system: string[] },
  ) => Promise<void>;
  /** Before a summary is made of a session. */
  readonly "experimental.session.compacting"?: (
    input: { readonly sessionID: string },
    output: object,
  ) => Promise<void>;
}

/** A plugin of opencode. */
export interface OpencodePlugin {
  readonly id: string;
  readonly server: () => Promise<OpencodeHooks>;
}
