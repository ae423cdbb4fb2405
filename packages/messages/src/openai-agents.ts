import { Composer } from "./compose/composer.js";
import { openaiAgents } from "./forms/openai-agents.js";
import { isOff } from "./is-off.js";
import { type ComposeOptions, resolveOptions } from "./options.js";

/**
 * A `callModelInputFilter` for OpenAI's Agents SDK that composes the tool results of the items that a model is called
 * with. With `LEMBAS_OFF=1` in the environment it passes everything on. One filter may serve many conversations.
 *
 * The SDK keeps in a session what a filter makes of a run's own input: tool results that are given to `run` itself, with
 * a session, are kept composed. Those that the tools of a run give are kept as they are. Composing either again gives the
 * same. Specification 6.
 *
 * @throws {TypeError} an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * const runner = new Runner({ callModelInputFilter: lembas() });
 */
export const lembas = (
  options?: ComposeOptions,
): (<Data extends { readonly input: readonly object[] }>(call: { readonly modelData: Data }) => Data) => {
  const composer = new Composer(resolveOptions(options));
  return ({ modelData }) =>
    isOff() ? modelData : { ...modelData, input: composer.compose(openaiAgents, modelData.input) };
};
