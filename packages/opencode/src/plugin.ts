import { isJsonObject } from "@lembas/arguments";
import { createComposer, guide } from "@lembas/messages";
import { composeMessages } from "./compose-messages.js";
import type { OpencodeHooks, OpencodeMessage, OpencodePlugin } from "./opencode.js";

/** The session that messages are of. */
const sessionOf = ([message]: readonly OpencodeMessage[]): unknown =>
  isJsonObject(message?.info) ? message.info["sessionID"] : undefined;

/** Whatever goes wrong, the request is sent as opencode has it: an error here would stop it. */
const safely = async (action: () => void): Promise<void> => {
  try {
    action();
  } catch {
    // As above.
  }
};

const makeHooks = (): OpencodeHooks => {
  if (process.env["LEMBAS_OFF"] === "1") return {};
  const composer = createComposer();
  /** Sessions of which a summary is made next: opencode cuts what it is made from, after the plugin. */
  const compacting = new Set<unknown>();
  return {
    "experimental.session.compacting": (input) =>
      safely(() => {
        if (typeof input.sessionID === "string") compacting.add(input.sessionID);
      }),
    "experimental.chat.messages.transform": (_input, output) =>
      safely(() => {
        const { messages } = output;
        if (!compacting.delete(sessionOf(messages))) composeMessages(messages, composer);
      }),
    "experimental.chat.system.transform": (input, output) =>
      safely(() => {
        if (input.sessionID !== undefined) output.system.push(guide());
      }),
  };
};

/**
 * The plugin, as opencode loads it: it composes the tool results of each request right before it is sent, and adds to the
 * system prompt what heads and marks are. The messages that opencode keeps stay as they are, and so does whatever is not
 * as it knows it to be. With `LEMBAS_OFF=1` in the environment it does nothing. Specification 6.
 *
 * @example export { default } from "@lembas/opencode"; // in ~/.config/opencode/plugin/lembas.js
 */
export const lembas: OpencodePlugin = { id: "lembas", server: async () => makeHooks() };
