import type { Policy } from "./policy.js";

/** The recorded results themselves, in the agent's own read format. */
export const asRecorded = (): Policy => ({
  name: "as recorded",
  edits: "own",
  insert: ({ given }) => ({ text: given }),
});
