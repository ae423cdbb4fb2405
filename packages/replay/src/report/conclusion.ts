import { formatCount, formatPlural } from "@lembas/format";
import type { Unit } from "../baselines/policy.js";
import { percent, round } from "./report-numbers.js";
import { countChecked, countResults, sumRows, type Totals } from "./totals.js";

/** What one wants to know of a replay before all else. */
export interface Conclusion {
  /** What the figures count. */
  readonly unit: Unit;
  /** Results of tools that a model call read. */
  readonly results: number;
  /** What the tools gave. */
  readonly given: number;
  /** What goes in as `@lembas/messages` sends it, which cuts nothing. */
  readonly messages: number;
  /** What goes in with the lean ledger of `@lembas/context`, and what would without its caps. */
  readonly lean: number;
  readonly leanUncut: number;
  /** Results of which a cap of the lean ledger leaves something out. */
  readonly shortened: number;
  /** Characters that the lean ledger leaves out or says in its own words though it cuts nothing: all but lines and outputs. */
  readonly reworded: number;
  /** Characters that `@lembas/messages` does not send, since a terminal would not show them. */
  readonly overwritten: number;
  /** How many stubs, elided repeats, marks and recalls were checked, under all policies, and how many of them were false. */
  readonly checked: number;
  readonly wrong: number;
  /** Why there is nothing to gain; none where there is something. */
  readonly reasons: readonly string[];
}

/** Nobody changes a harness for less: of what was given. */
const WORTH_IT = 0.01;

/** Results of fewer characters on average are short. */
const SHORT = 400;

/** How many stubs, elided repeats, marks and recalls were false, over all policies. */
export const countWrong = ({ verdicts }: Totals): number =>
  Object.values(verdicts).reduce((sum, { wrong }) => sum + wrong, 0);

const reasonsOf = (totals: Totals, results: number): string[] => {
  const named = ["messages", "lean", "lean, nothing cut"].reduce((sum, name) => {
    const verdict = totals.verdicts[name];
    return verdict ? sum + verdict.stubs + verdict.repeats + verdict.marks : sum;
  }, 0);
  const average = sumRows(totals).given / Math.max(1, results);
  return [
    named === 0
      ? "neither way found lines that came twice and could be named"
      : `what came twice was named, which with its cost saves less than ${100 * WORTH_IT}% of all`,
    ...(average < SHORT
      ? [`the results are short already, ${formatPlural(Math.round(average), "character")} on average`]
      : []),
  ];
};

/** What a replay that compared and verified comes to; `undefined` of one that did not compare. */
export const concludeReplay = (totals: Totals, unit: Unit): Conclusion | undefined => {
  const insertedBy = (name: string): number | undefined =>
    totals.policies.find((policy) => policy.name === name)?.diffs.inserted;
  const [given, messages] = [insertedBy("as recorded"), insertedBy("messages")];
  const [lean, leanUncut] = [insertedBy("lean"), insertedBy("lean, nothing cut")];
  if (given === undefined || messages === undefined || lean === undefined || leanUncut === undefined)
    return undefined;
  const results = countResults(totals);
  const isWorthIt = given - Math.min(messages, lean) >= WORTH_IT * given && given > 0;
  return {
    unit,
    results,
    given,
    messages,
    lean,
    leanUncut,
    shortened: totals.tools.reduce((sum, tool) => sum + tool.shortened, 0),
    reworded: totals.reworded,
    overwritten: totals.overwritten,
    checked: Object.values(totals.verdicts).reduce((sum, verdict) => sum + countChecked(verdict), 0),
    wrong: countWrong(totals),
    reasons: isWorthIt ? [] : reasonsOf(totals, results),
  };
};

/** A size, and its difference from what was given. */
const against = (inserted: number, given: number): string =>
  `${round(inserted)} (${percent(inserted - given, given) || "of nothing"})`;

const losslessLine = ({ given, lean, leanUncut, shortened, reworded, overwritten }: Conclusion): string => {
  const sent =
    overwritten === 0
      ? "messages"
      : `messages, but for ${formatPlural(overwritten, "character")} that a terminal overwrites`;
  const other =
    reworded === 0
      ? ""
      : ` The ledger leaves out or rewords ${formatPlural(reworded, "character")} of other text, such as results of edits, numbers and headers of reads, and what a terminal overwrites.`;
  if (shortened === 0)
    return reworded === 0 && overwritten === 0
      ? "Lossless: both ways; nothing was cut."
      : `Lossless: ${sent}; with the lean ledger all lines of files and of outputs, as nothing was cut.${other}`;
  const recalled = "what it cuts can be recalled";
  if (leanUncut < given)
    return `Lossless: ${sent}. The lean ledger is at ${percent(leanUncut - given, given)} with nothing cut; ${recalled}.${other}`;
  const saves = lean < given ? "saves by cutting alone" : "saves nothing";
  return `Lossless: ${sent}. The lean ledger ${saves}; ${recalled}.${other}`;
};

const checkedLine = ({ checked, wrong }: Conclusion): string =>
  checked === 0
    ? "Checked: no text says anything about an earlier result, so none is false."
    : `Checked: ${formatPlural(checked, "claim")} about earlier results, ${formatCount(wrong)} false.`;

/** The conclusion in three lines. */
export const conclusionLines = (conclusion: Conclusion): string[] => {
  const { unit, given, messages, lean, reasons } = conclusion;
  const ways = `messages sends ${against(messages, given)}, the lean ledger ${against(lean, given)}.`;
  const gave = formatPlural(given, unit.slice(0, -1));
  return reasons.length === 0
    ? [`Your tools gave ${gave}: ${ways}`, losslessLine(conclusion), checkedLine(conclusion)]
    : [
        `Nothing to gain here: your tools gave ${gave}, ${ways}`,
        `Why: ${reasons.join("; ")}.`,
        checkedLine(conclusion),
      ];
};
