import { Composer } from "./compose/composer.js";
import { langchain } from "./forms/langchain.js";
import { isOff } from "./is-off.js";
import { type ComposeOptions, resolveOptions } from "./options.js";

/** A middleware for an agent of LangChain. */
export interface LembasMiddleware {
  readonly name: string;
  /** Calls the model with the tool results in the request's messages composed. */
  readonly wrapModelCall: <Request extends { readonly messages: readonly object[] }, Answer>(
    request: Request,
    handler: (request: Request) => Answer,
  ) => Answer;
}

/**
 * A middleware that composes the tool results of the messages that a model is called with. The messages in the agent's
 * state stay as they are. With `LEMBAS_OFF=1` in the environment it passes everything on. One middleware may serve many
 * conversations. Put it last, so that it sees what the others made. Specification 6.
 *
 * @throws {TypeError} an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * const agent = createAgent({ model, tools, middleware: [lembas()] });
 */
export const lembas = (options?: ComposeOptions): LembasMiddleware => {
  const composer = new Composer(resolveOptions(options));
  return {
    name: "lembas",
    wrapModelCall: (request, handler) =>
      handler(isOff() ? request : { ...request, messages: composer.compose(langchain, request.messages) }),
  };
};
