/** What each policy of a report does, and each option of the ledger, for who reads of it for the first time. */
const WORDS: Readonly<Record<string, string>> = {
  "as recorded": "the results themselves, in the agent’s own format",
  "everything whole": "every result whole, reads as numbered lines",
  "cut to 30,000 characters": "a longer result keeps its first and last 15,000 characters",
  "tail of 2,000 lines or 50 KB": "a longer result keeps its last lines, a read its first",
  "same range again": "a read of the same range that shows the same lines again is one sentence",
  "clear all but the newest three": "above 100,000 tokens all results but three are replaced",
  "mask all but the newest 5": "before each call all results but five are replaced by a line",
  "mask all but the newest 10": "before each call all results but ten are replaced by a line",
  "prune as opencode does": "results older than the newest 40,000 tokens of results are replaced",
  "mask as Gemini CLI does": "results older than the newest 50,000 tokens of results keep their ends alone",
  lembas: "the ledger of @lembas/context with its defaults",
  union: "several reads together may cover a read",
  acrossEdits: "reads stay good across the session’s own edits",
  lean: "the ledger with its preset lean: known lines named, no line numbers, short heads, caps",
  "lean, nothing cut": "the same without caps",
  messages: "the results as @lembas/messages sends them: known lines named, nothing cut",
};

/** What a policy does, in words; `undefined` of one that is not known. */
export const policyInWords = (name: string): string | undefined => {
  const parts = name.split(" + ").map((part) => WORDS[part]);
  return parts.includes(undefined) ? undefined : parts.join("; ");
};
