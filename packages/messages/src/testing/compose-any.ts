import { Composer } from "../compose/composer.js";
import { anyForm } from "../forms/any-form.js";
import { type ComposeOptions, resolveOptions } from "../options.js";

/** Composes messages of any form. */
export const composeAny = <Messages extends readonly object[]>(
  messages: Messages,
  options?: ComposeOptions,
): Messages => new Composer(resolveOptions(options)).compose(anyForm, messages);
