import { createComposer, guide } from "@lembas/messages";
import { composeContext } from "./compose-context.js";
import type { PiApi } from "./pi.js";

/** The section of the system prompt that says what heads and marks are. */
const SECTION = "tool-results";

/** Whatever goes wrong, pi goes on with what it has, without an error of an extension to report. */
const safely = <Value>(action: () => Value): Value | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

/**
 * The extension, as pi loads it: it composes the tool results of each request right before it is sent, and adds a section
 * to the system prompt that says what heads and marks are. pi's own messages stay as they are, and so does whatever is
 * not as it knows it to be. With `LEMBAS_OFF=1` in the environment it does nothing. Specification 6.
 *
 * @example export { default } from "@lembas/pi"; // in ~/.pi/agent/extensions/lembas.js
 */
export const lembas = (pi: PiApi): void => {
  if (process.env["LEMBAS_OFF"] === "1") return;
  const composer = createComposer();
  pi.on("before_agent_start", (event) =>
    safely(() => {
      const { sections } = event.systemPromptOptions ?? {};
      if (sections) sections[SECTION] = guide();
      return undefined;
    }),
  );
  pi.on("context_with_system", (event) =>
    safely(() =>
      Array.isArray(event.messages) ? { messages: composeContext(event.messages, composer) } : undefined,
    ),
  );
};
