import type { Comparison } from "./compare.js";

/** One line of the bench: a cost, and what it must not be above. */
export interface Line {
  /** What is done, with its size. */
  readonly name: string;
  /** The bound on the first side's ratio, where the design sets one. */
  readonly bound?: number;
  readonly measure: () => Promise<Comparison>;
}
