import { checkList } from "@lembas/arguments";
import { anthropic } from "../forms/anthropic.js";
import { chat } from "../forms/chat.js";
import type { Form } from "../forms/form.js";
import { modelMessages } from "../forms/model-messages.js";
import { responses } from "../forms/responses.js";
import { type ComposeOptions, resolveOptions } from "../options.js";
import { Composer } from "./composer.js";

/** A message of Anthropic's Messages API, as far as composing goes. */
export interface AnthropicMessage {
  readonly role: string;
  readonly content?: string | readonly object[];
}

/** A message of OpenAI's chat completions, as far as composing goes. */
export interface ChatMessage {
  readonly role: string;
}

/** A message of the AI SDK, as far as composing goes. */
export interface ModelMessage {
  readonly role: string;
  readonly content: string | readonly object[];
}

/** Composes the tool results in arrays of messages, in the form that each function is named after. */
export interface MessageComposer {
  /** Messages of Anthropic's Messages API. */
  readonly composeAnthropic: <Messages extends readonly AnthropicMessage[]>(messages: Messages) => Messages;
  /** Messages of OpenAI's chat completions. */
  readonly composeChat: <Messages extends readonly ChatMessage[]>(messages: Messages) => Messages;
  /** Items of OpenAI's Responses API. */
  readonly composeResponses: <Items extends readonly object[]>(input: Items) => Items;
  /** Messages of the AI SDK, or the prompt that it gives to a language model. */
  readonly composeModelMessages: <Messages extends readonly ModelMessage[]>(messages: Messages) => Messages;
}

/** Composes with what a composer remembers. */
export const composeWith = <Messages extends readonly unknown[]>(
  composer: Composer,
  form: Form,
  messages: Messages,
): Messages => {
  checkList(messages, "messages");
  return composer.compose(form, messages);
};

/**
 * A composer that remembers what it composed, so that messages that begin as remembered ones cost what is new. It gives
 * the same texts as the functions without memory, and may be shared by many conversations. Options hold for as long as a
 * conversation goes on. Specification 6.
 *
 * @throws {TypeError} an option is unknown or of the wrong type; messages are no list
 * @throws {RangeError} a budget is out of its range
 * @example
 * const { composeAnthropic } = createComposer();
 * await client.messages.create({ ...params, messages: composeAnthropic(messages) });
 */
export const createComposer = (options?: ComposeOptions): MessageComposer => {
  const composer = new Composer(resolveOptions(options));
  return {
    composeAnthropic: (messages) => composeWith(composer, anthropic, messages),
    composeChat: (messages) => composeWith(composer, chat, messages),
    composeResponses: (input) => composeWith(composer, responses, input),
    composeModelMessages: (messages) => composeWith(composer, modelMessages, messages),
  };
};

/**
 * Messages of Anthropic's Messages API as they are to be sent: lines of tool results that stand above already are named
 * by a mark. What becomes of a result depends on nothing behind it, so what was sent once is sent the same again. The
 * array given and all in it stay as they are; where nothing changes it is given back. Specification 6.
 *
 * @throws {TypeError} messages are no list; an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * await client.messages.create({ ...params, messages: composeAnthropic(messages) });
 */
export const composeAnthropic = <Messages extends readonly AnthropicMessage[]>(
  messages: Messages,
  options?: ComposeOptions,
): Messages => createComposer(options).composeAnthropic(messages);

/**
 * Messages of OpenAI's chat completions as they are to be sent, as {@link composeAnthropic} has those of Anthropic.
 *
 * @throws {TypeError} messages are no list; an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * await client.chat.completions.create({ ...params, messages: composeChat(messages) });
 */
export const composeChat = <Messages extends readonly ChatMessage[]>(
  messages: Messages,
  options?: ComposeOptions,
): Messages => createComposer(options).composeChat(messages);

/**
 * Items of OpenAI's Responses API as they are to be sent, as {@link composeAnthropic} has Anthropic's messages. They are
 * to be the whole conversation: not where the server holds a part of it.
 *
 * @throws {TypeError} the input is no list; an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * await client.responses.create({ ...params, store: false, input: composeResponses(items) });
 */
export const composeResponses = <Items extends readonly object[]>(
  input: Items,
  options?: ComposeOptions,
): Items => createComposer(options).composeResponses(input);

/**
 * Messages of the AI SDK as they are to be sent, as {@link composeAnthropic} has Anthropic's. Its language models can be
 * wrapped instead: `@lembas/messages/ai-sdk`.
 *
 * @throws {TypeError} messages are no list; an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * const { text } = await generateText({ model, messages: composeModelMessages(messages) });
 */
export const composeModelMessages = <Messages extends readonly ModelMessage[]>(
  messages: Messages,
  options?: ComposeOptions,
): Messages => createComposer(options).composeModelMessages(messages);
