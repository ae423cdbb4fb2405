/** What the verification found. */
export interface Verdict {
  stubs: number;
  repeats: number;
  marks: number;
  recalls: number;
  /** How many of them were false. */
  wrong: number;
  /** The first of them, in words. */
  readonly examples: string[];
}

const EXAMPLES = 10;

/** A verdict of nothing. */
export const emptyVerdict = (): Verdict => ({
  ...{ stubs: 0, repeats: 0, marks: 0, recalls: 0, wrong: 0 },
  examples: [],
});

/** Counts what is false of one result. */
export const addProblems = (verdict: Verdict, id: string, problems: readonly string[]): void => {
  verdict.wrong += problems.length;
  for (const problem of problems)
    if (verdict.examples.length < EXAMPLES) verdict.examples.push(`${id}: ${problem}`);
};
