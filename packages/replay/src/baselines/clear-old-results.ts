import { everythingWhole } from "./everything-whole.js";
import { CHARACTERS_PER_TOKEN, type Policy, type Unit } from "./policy.js";

const KEPT = 3;
const TOKENS = 100_000;
const BOUND = { tokens: TOKENS, characters: TOKENS * CHARACTERS_PER_TOKEN };
/** `[cleared]`, in either unit. */
const PLACEHOLDER = { tokens: 4, characters: 9 };

/**
 * Everything whole; when the conversation is over the bound before a model call, all tool results but the newest
 * three are replaced by `[cleared]`: the defaults of LangChain's `contextEditingMiddleware`, and of Anthropic's
 * `clear_tool_uses_20250919` (docs.claude.com/en/docs/build-with-claude/context-editing), where the provider does it and
 * the client rewrites nothing. What the model then has to read again is not in the recording, so it is not counted.
 */
export const clearOldResults = (unit: Unit): Policy => ({
  ...everythingWhole(),
  name: "clear all but the newest three",
  beforeCall(size) {
    if (size.size > BOUND[unit]) size.clear({ keep: KEPT }, PLACEHOLDER[unit]);
  },
});
