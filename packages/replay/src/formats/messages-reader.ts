import type { JsonObject } from "@lembas/arguments";
import { Reader } from "./format.js";
import type { Recorded } from "./recorded.js";
import { type MessagesDocument, messagesDocument, RequestChains } from "./request-chains.js";
import { ToolCalls } from "./tool-calls.js";

/** Whose message it is: a conversation's of many, with its own calls, or one of the file's only conversation. */
export interface MessagePlace {
  readonly conversation: string | undefined;
  readonly calls: ToolCalls;
  /** What the messages stand in. */
  readonly request: JsonObject;
}

/** Reads messages: of documents, logs and lists each is a conversation of its own; else a file has one message a line. */
export abstract class MessagesReader extends Reader {
  readonly #chains = new RequestChains();
  #documents = 0;

  *read(value: unknown, where: string): Iterable<Recorded> {
    const document = messagesDocument(value, where);
    if (document) for (const each of this.#chains.add(document)) yield* this.#document(each);
    else yield* this.message(value, { conversation: undefined, calls: this.setup.calls, request: {} }, where);
  }

  override *end(): Iterable<Recorded> {
    for (const each of this.#chains.end()) yield* this.#document(each);
  }

  /** What stands before the messages of a request, such as a system prompt. */
  protected before(_request: JsonObject, _conversation: string | undefined): Iterable<Recorded> {
    return [];
  }

  /** What one message holds. */
  protected abstract message(value: unknown, place: MessagePlace, where: string): Iterable<Recorded>;

  /** All that the model said in an answer, its calls among it. */
  protected abstract answerText(answer: JsonObject): string;

  *#document({ messages, request, answer, where }: MessagesDocument): Iterable<Recorded> {
    this.#documents += 1;
    const conversation = `conversation ${this.#documents}`;
    const calls = new ToolCalls(this.setup.table, this.setup.problems);
    yield* this.before(request, conversation);
    for (const [at, message] of messages.entries())
      yield* this.message(message, { conversation, calls, request }, `${where}, message ${at + 1}`);
    calls.end();
    if (answer) yield { op: "message", role: "assistant", conversation, text: this.answerText(answer) };
    yield { op: "end", conversation };
  }
}
