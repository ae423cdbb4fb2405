import type { PiApi, PiMessage } from "../pi.js";

type Handler = (event: object) => unknown;

/** What an extension asked pi for, called as pi calls it. */
export class FakePi implements PiApi {
  readonly handlers = new Map<string, Handler>();

  on(event: string, handler: (event: never) => unknown): void {
    // pi gives each handler the events that it asked for.
    this.handlers.set(event, handler as Handler);
  }

  /** What is sent of these messages. pi gives a handler a copy. */
  send<Message extends PiMessage>(messages: readonly Message[]): readonly Message[] {
    const event = { type: "context_with_system", messages: structuredClone(messages) };
    const answer = this.handlers.get("context_with_system")?.(event);
    return (answer as { readonly messages?: readonly Message[] } | undefined)?.messages ?? messages;
  }
}
