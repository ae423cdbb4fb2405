import { anthropic } from "./anthropic.js";
import { chat } from "./chat.js";
import { type Form, NO_PARTS, type Part } from "./form.js";
import { langchain } from "./langchain.js";
import { modelMessages } from "./model-messages.js";
import { openaiAgents } from "./openai-agents.js";
import { responses } from "./responses.js";

const FORMS = [anthropic, chat, responses, modelMessages, openaiAgents, langchain];

/** The form of a message that has calls or results, and these: no message has some in two forms. */
const readAny = (message: unknown): { readonly form?: Form; readonly parts: readonly Part[] } | undefined => {
  let isKnown = false;
  for (const form of FORMS) {
    const parts = form.read(message);
    if (parts === undefined) continue;
    if (parts.length > 0) return { form, parts };
    isKnown = true;
  }
  return isKnown ? { parts: NO_PARTS } : undefined;
};

/** Messages of all forms, each told by what it has. */
export const anyForm: Form = {
  read: (message) => readAny(message)?.parts,
  write: (message, changes) => readAny(message)?.form?.write(message, changes) ?? message,
};
