import { everythingWhole } from "./everything-whole.js";
import type { Policy, Unit } from "./policy.js";

/** `Old environment output: (120 lines omitted)`, in either unit. */
const PLACEHOLDER = { tokens: 9, characters: 43 };

/**
 * Everything whole; before each model call all tool results but the newest `keep` are replaced by a line that says how
 * many lines they had. With 5 as SWE-agent does (SWE-agent/SWE-agent: sweagent/agent/history_processors.py,
 * `LastNObservations`); with 10 as in arxiv.org/abs/2508.21433, which measures it. Each call so changes what the one
 * before had sent. What the model then has to read again is not in the recording, so it is not counted.
 */
export const maskOldResults = (keep: 5 | 10, unit: Unit): Policy => ({
  ...everythingWhole(),
  name: `mask all but the newest ${keep}`,
  rewritesSent: true,
  beforeCall(size) {
    size.clear(keep, PLACEHOLDER[unit]);
  },
});
