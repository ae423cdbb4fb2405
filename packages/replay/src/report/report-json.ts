import type { Unit } from "../baselines/policy.js";
import type { SessionTrace, TracedResult, TracedText } from "../session-trace.js";
import type { Claim } from "../verify/claim.js";
import { type Conclusion, concludeReplay } from "./conclusion.js";
import { moneyOf, type Prices } from "./prices.js";
import type { Problem } from "./problems.js";
import type { Disclosure, Report } from "./report.js";
import type { ReportParts } from "./report-text.js";
import { withoutSecrets } from "./secrets.js";
import type { RecordingReport, Totals } from "./totals.js";

/** What one result of the largest session came to. */
interface JsonResult extends Omit<TracedResult, "texts" | "subject"> {
  readonly subject?: string | undefined;
  readonly texts?: TracedResult["texts"] | undefined;
}

/** The report for machines. Its schema is `report.schema.json` in the package. */
export interface JsonReport {
  /** Of the form; a change that a reader notices makes it greater. */
  readonly version: 1;
  readonly unit: Unit;
  /** A sentence where not all was replayed. */
  readonly interrupted?: string | undefined;
  readonly conclusion?: Conclusion | undefined;
  readonly prices?: Prices | undefined;
  /** What the input of all calls costs, by policy. */
  readonly money?: Readonly<Record<string, number>> | undefined;
  readonly all: { readonly totals: Totals; readonly problems: readonly Problem[] };
  readonly recordings: readonly RecordingReport[];
  /** The session with the most results, result by result and call by call. */
  readonly largest?:
    | { readonly results: readonly JsonResult[]; readonly lengths: SessionTrace["lengths"] }
    | undefined;
}

const jsonText = (
  { inserted, claims }: TracedText,
  names: boolean,
): { inserted: number; claims: readonly Claim[] } => ({
  inserted,
  claims: names ? claims : claims.map(({ argument: _, ...claim }) => claim),
});

const jsonResult = (result: TracedResult, { names = false, texts }: Disclosure): JsonResult => {
  const { id, kind, tool, given, known, cut, isRead, messages, lean, subject } = result;
  const without = (text: string): string => withoutSecrets(text, new Map());
  return {
    ...{ id, kind, tool, given, known, cut, isRead },
    ...{ messages: jsonText(messages, names), lean: jsonText(lean, names) },
    ...(names && subject !== undefined && { subject: without(subject) }),
    ...(texts && { texts: { given: without(result.texts.given), lean: without(result.texts.lean) } }),
  };
};

/** All of a report as JSON. */
export const reportJson = (
  { totals, problems, recordings, interrupted }: Report,
  { unit, prices }: ReportParts,
  largest: SessionTrace | undefined,
  disclosure: Disclosure,
): JsonReport => ({
  version: 1,
  unit,
  interrupted,
  conclusion: concludeReplay(totals, unit),
  prices,
  money:
    prices &&
    Object.fromEntries(
      totals.policies.map(({ name, oneLine, diffs }) => [name, moneyOf(oneLine ?? diffs, prices, unit)]),
    ),
  all: { totals, problems },
  recordings,
  largest: largest && {
    results: largest.results.map((result) => jsonResult(result, disclosure)),
    lengths: largest.lengths,
  },
});
