import { everythingWhole } from "./everything-whole.js";
import { CHARACTERS_PER_TOKEN, type Policy, type Unit } from "./policy.js";

const KEPT = 3;
const TOKENS = 100_000;
const BOUND = { tokens: TOKENS, characters: TOKENS * CHARACTERS_PER_TOKEN };
/** `[cleared]`, in either unit. */
const PLACEHOLDER = { tokens: 4, characters: 9 };

/**
 * Everything whole; at each model call that would read more than the bound, all tool results but the newest three are
 * replaced by `[cleared]`: the defaults of LangChain's `contextEditingMiddleware`, and of Anthropic's
 * `clear_tool_uses_20250919` (docs.claude.com/en/docs/build-with-claude/context-editing), where the provider does it and
 * the client rewrites nothing. Both are given the whole conversation at each call, with nothing cleared
 * (langchain-ai/langchain: issue 37815), so it goes on from the first such call on, result by result. What the model
 * then has to read again is not in the recording, so it is not counted.
 */
export const clearOldResults = (unit: Unit): Policy => ({
  ...everythingWhole(),
  name: "clear all but the newest three",
  beforeCall(size) {
    size.clear(size.wholeSize > BOUND[unit] ? KEPT : Number.POSITIVE_INFINITY, PLACEHOLDER[unit]);
  },
});
