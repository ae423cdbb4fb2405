import { anthropic } from "./anthropic.js";
import { chat } from "./chat.js";
import type { Form, Part } from "./form.js";
import { langchain } from "./langchain.js";
import { modelMessages } from "./model-messages.js";
import { openaiAgents } from "./openai-agents.js";
import { responses } from "./responses.js";

const FORMS = [anthropic, chat, responses, modelMessages, openaiAgents, langchain];

/** Messages of all forms, each told by what it has. */
export const anyForm: Form = {
  read: (message, parts) => {
    const before = parts.length;
    let isKnown = false;
    // No message has calls or results in two forms.
    for (const form of FORMS) {
      isKnown = form.read(message, parts) || isKnown;
      if (parts.length > before) return true;
    }
    return isKnown;
  },
  write: (message, changes) => {
    const form = FORMS.find((one) => {
      const parts: Part[] = [];
      return one.read(message, parts) && parts.length > 0;
    });
    return form?.write(message, changes) ?? message;
  },
};
