import { Composer } from "./compose/composer.js";
import { modelMessages } from "./forms/model-messages.js";
import { isOff } from "./is-off.js";
import { type ComposeOptions, resolveOptions } from "./options.js";

/** A middleware for a language model of the AI SDK, versions 6 and 7. */
export interface LembasMiddleware {
  readonly specificationVersion: "v3";
  /** The parameters of a call with the tool results in its prompt composed. */
  readonly transformParams: <Params extends { readonly prompt: readonly unknown[] }>(call: {
    readonly params: Params;
  }) => Promise<Params>;
}

/**
 * A middleware that composes the tool results of each call's prompt, right before the model is called: at each step, and
 * alike at each retry. The messages that the host holds stay as they are. With `LEMBAS_OFF=1` in the environment it
 * passes everything on. One middleware may serve many conversations. Specification 6.
 *
 * @throws {TypeError} an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * const composing = wrapLanguageModel({ model, middleware: lembas() });
 */
export const lembas = (options?: ComposeOptions): LembasMiddleware => {
  const composer = new Composer(resolveOptions(options));
  return {
    specificationVersion: "v3",
    transformParams: async ({ params }) =>
      isOff() ? params : { ...params, prompt: composer.compose(modelMessages, params.prompt) },
  };
};
