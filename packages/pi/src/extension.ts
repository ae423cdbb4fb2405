import { createComposer, guide } from "@lembas/messages";
import { composeContext } from "./compose-context.js";
import type { PiApi } from "./pi.js";

/** The section of the system prompt that says what heads and marks are. */
const SECTION = "tool-results";

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
  pi.on("before_agent_start", ({ systemPromptOptions }) => {
    if (systemPromptOptions?.sections) systemPromptOptions.sections[SECTION] = guide();
    return undefined;
  });
  pi.on("context_with_system", ({ messages }) =>
    Array.isArray(messages) ? { messages: composeContext(messages, composer) } : undefined,
  );
};
