/**
 * What made the inserted text longer or shorter than the recorded one. The causes of a step add up to exactly its
 * difference.
 */
export const causeTitles = {
  heads: "heads ([#id …])",
  numbers: "line numbers of reads",
  notes: "notes of reads (more lines, cut lines)",
  diffs: "diffs of edits",
  tables: "tables after compactions",
  ownReads: "the agent's own numbers, headers and notes of reads",
  ownEdits: "the agent's own results of edits",
  ownOutputs: "what the agent puts around the output of commands",
  cleaned: "control characters and final newlines",
  pages: "lines left for a next read",
  caps: "caps",
  stubs: "stubs (unchanged reads)",
  repeats: "elided repeats of searches and listings",
  recalls: "recalls",
  memory: "memory results",
  jobs: "job notes",
} as const;

/** The name of a cause. */
export type Cause = keyof typeof causeTitles;

/** Signed characters by cause. */
export type Causes = Partial<Record<Cause, number>>;

/** Adds the causes of one step to a sum. */
export const addCauses = (sum: Causes, causes: Causes): void => {
  for (const cause in causes) {
    const named = cause as Cause;
    sum[named] = (sum[named] ?? 0) + (causes[named] ?? 0);
  }
};
