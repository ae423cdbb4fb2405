import type { Problem } from "./problems.js";
import type { RecordingReport, Totals } from "./totals.js";

/** All that a replay of files found. */
export interface Report {
  readonly title: string;
  readonly totals: Totals;
  readonly problems: readonly Problem[];
  readonly recordings: readonly RecordingReport[];
  /** Where not all was replayed: a sentence. */
  readonly interrupted: string | undefined;
}

/** What of a session itself a report may hold, beside numbers and names of tools. */
export interface Disclosure {
  /** Paths and commands of calls. */
  readonly names?: boolean | undefined;
  /** Texts of results, without what looks like a secret. */
  readonly texts?: boolean | undefined;
}
